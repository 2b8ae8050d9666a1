// Node loads this file before the first TypeScript file. The first part must run on any version of Node.
var version = process.versions.node.split(".").map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
	console.error(
		"Node " +
			process.versions.node +
			" is too old to run this project: 22.18 or newer is needed.\n" +
			'Start it with "npm start" after "npm ci", which brings Node 24 on Linux, or install it from https://nodejs.org',
	);
	process.exit(1);
}

var fs = require("node:fs");
var module_ = require("node:module");
var os = require("node:os");
var path = require("node:path");
var { pathToFileURL } = require("node:url");

// Files that a command writes are private to its user. The test runner also loads this file, but keeps its own umask.
// `argv` has the path as typed, so a symbolic link is resolved first.
if (process.argv[1] && fs.existsSync(process.argv[1]) && path.dirname(fs.realpathSync(process.argv[1])) === __dirname)
	process.umask(0o077);

// Node caches compiled code and runs what it finds in this folder, so the folder must be private. Node's default is in
// the system's temporary folder, where any user can put code.
var cacheFolder =
	makePrivate(() => path.join(os.homedir(), ".cache", "domain-trading-bot")) ||
	makePrivate(() => path.join(os.tmpdir(), `domain-trading-bot-${process.getuid()}`));
if (cacheFolder) module_.enableCompileCache(cacheFolder);

/**
 * True if another user can replace what is in a folder. In a folder with the sticky bit, such as /tmp, other users
 * cannot.
 */
function canReplace(parent) {
	if (parent.uid !== 0 && parent.uid !== process.getuid()) return true;
	return (parent.mode & 0o022) !== 0 && (parent.mode & 0o1000) === 0;
}

function makePrivate(choose) {
	var folder;
	var found;
	try {
		folder = choose();
		// Creates one level only, because Node's recursive mkdir never returns below /proc.
		if (!fs.existsSync(path.dirname(folder))) fs.mkdirSync(path.dirname(folder), { mode: 0o700 });
		if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
		fs.accessSync(folder, fs.constants.W_OK);
		found = fs.lstatSync(folder);
		if (!found.isDirectory() || found.uid !== process.getuid() || (found.mode & 0o077) !== 0) return undefined;
		return canReplace(fs.statSync(path.dirname(folder))) ? undefined : folder;
	} catch {
		// The folder cannot be created here, so the caller tries the next one. Without any folder, the start is slower.
		return undefined;
	}
}

// To learn the format of a module, Node reads the package.json above it again for each import. This took a seventh of
// each start, and 0.5 s and 80 MB more for the large package.json of drizzle-orm. All modules of this project are
// TypeScript, and all relative imports of drizzle-orm are ES modules. So this hook returns these formats at once. It
// also resolves the name of a package only once for all modules of this project.
var root = pathToFileURL(path.join(__dirname, "..", "..") + path.sep).href;
var packages = new Map();
module_.registerHooks({
	resolve: (specifier, context, next) => {
		var parent = context.parentURL || "";
		var isRelative = /^\.\.?\//.test(specifier);
		if (parent.indexOf("/node_modules/drizzle-orm/") >= 0 && isRelative && specifier.endsWith(".js"))
			return { url: new URL(specifier, parent).href, format: "module", shortCircuit: true };
		if (!parent.startsWith(root) || parent.indexOf("/node_modules/") >= 0) return next(specifier, context);
		if (isRelative && specifier.endsWith(".ts"))
			return { url: new URL(specifier, parent).href, format: "module-typescript", shortCircuit: true };
		if (isRelative || !context.conditions.includes("import")) return next(specifier, context);
		if (!packages.has(specifier)) packages.set(specifier, next(specifier, context));
		return { ...packages.get(specifier), shortCircuit: true };
	},
});

var fixes = require("./driver-fixes.cjs");
module_.registerHooks({
	load: (url, context, next) => {
		var loaded = next(url, context);
		if (!/\/node_modules\/postgres\/src\/connection\.js$/.test(url)) return loaded;
		var source = String(loaded.source);
		for (var fix of fixes) {
			if (source.split(fix[0]).length !== 2)
				throw new Error(`postgres has changed; driver-fixes.cjs must be updated: ${fix[0]}`);
			source = source.replace(fix[0], () => fix[1]);
		}
		return { ...loaded, source };
	},
});
