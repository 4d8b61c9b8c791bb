// Loads all scripts of a table as one module; each says what the page does without it.
import "./dock.js";
import "./table.js";
import "./dock_motion.js";
import "./since.js";
import "./live.js";
import "./offline.js";
