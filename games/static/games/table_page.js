// All that a table does by itself, as one file.
import "./dock.js";
import "./table.js";
import "./dock_motion.js";
import "./since.js";
import "./live.js";
import "./offline.js";
