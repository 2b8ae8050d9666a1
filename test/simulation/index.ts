import { type Options, parseOptions, usage } from "./options.ts";

function read(): Options {
	try {
		return parseOptions(process.argv.slice(2));
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		process.exit(2);
	}
}

const options = read();
if (options.help) console.log(usage);
else if (options.worlds > 1) {
	const { shareOut } = await import("./worlds.ts");
	process.exit(await shareOut(options));
} else {
	const { simulate } = await import("./simulate.ts");
	process.exit(await simulate(options));
}
