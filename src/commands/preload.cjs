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

// When a connection ends, the driver keeps what it had not sent yet and believes that it is about to be sent: the pool
// then waits on that connection for ever. And a write to one that is gone throws where nobody can catch it. Both are
// known (github.com/porsager/postgres/issues/1154 and 1208) and mended here until a release does it. Nobody hears either
// when its own question about types is cut off, and that would end the process: the statement behind it fails anyway.
var mends = [
	[
		"clearImmediate(nextWriteTimer)\n    socket.removeListener",
		"clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null\n    socket.removeListener",
	],
	[
		"const x = socket.write(chunk, fn)",
		"if (!socket) { chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', options)); return false }\n    const x = socket.write(chunk, fn)",
	],
	["return fetchArrayTypes()", "return fetchArrayTypes().catch(() => {})"],
];
module_.registerHooks({
	load: (url, context, next) => {
		var loaded = next(url, context);
		if (!/\/node_modules\/postgres\/src\/connection\.js$/.test(url)) return loaded;
		var source = String(loaded.source);
		for (var mend of mends) {
			if (source.split(mend[0]).length !== 2)
				throw new Error(`postgres is no longer what preload.cjs mends: ${mend[0]}`);
			source = source.replace(mend[0], () => mend[1]);
		}
		return { ...loaded, source };
	},
});
