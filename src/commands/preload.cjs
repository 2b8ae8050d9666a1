// Loaded before the first TypeScript file. The first part is written for any Node, however old.
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

var module_ = require("node:module");

// What was compiled for the last start need not be compiled for this one.
module_.enableCompileCache();

// Node reads a package's package.json again for each of its modules to learn their kind. That of drizzle-orm is so
// large that this took half a second and 80 MB of every start; all of its relative imports are ES modules.
module_.registerHooks({
	resolve: (specifier, context, next) => {
		var parent = context.parentURL || "";
		if (!/^\..*\.js$/.test(specifier) || parent.indexOf("/node_modules/drizzle-orm/") < 0)
			return next(specifier, context);
		return { url: new URL(specifier, parent).href, format: "module", shortCircuit: true };
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
				throw new Error(`postgres has changed, and driver-fixes.cjs no longer fits: ${fix[0]}`);
			source = source.replace(fix[0], () => fix[1]);
		}
		return { ...loaded, source };
	},
});
