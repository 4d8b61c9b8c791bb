// Loads all scripts of a table, as one module.
import "./dock.js";
import "./table.js";
import "./dock_motion.js";
import "./since.js";
import "./live.js";
import "./offline.js";
