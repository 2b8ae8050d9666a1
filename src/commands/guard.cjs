// Loaded before the first TypeScript file, in syntax that any Node can read.
var version = process.versions.node.split(".").map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
	console.error(
		"Node " +
			process.versions.node +
			" is too old to run this project: 22.18 or newer is needed.\n" +
			'Start it with "npm start" after "npm ci", which brings Node 24 on Linux and Windows, or install it from https://nodejs.org',
	);
	process.exit(1);
}
