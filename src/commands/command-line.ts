import { type ParseArgsConfig, parseArgs } from "node:util";

export function offerHelp(usage: string): void {
	const args = process.argv.slice(2);
	if (!args.includes("--help") && !args.includes("-h")) return;
	console.log(usage);
	process.exit(0);
}

/** `--help` prints the usage and exits with status 0. A wrong option exits with status 2. */
export function readCommandLine<Config extends ParseArgsConfig>(usage: string, config: Config) {
	offerHelp(usage);
	try {
		return parseArgs(config);
	} catch (error) {
		return rejectUsage(error instanceof Error ? error.message : String(error));
	}
}

/**
 * One line on standard error, without the advice that Node appends. Node has two texts for an option without its value;
 * both become "needs a value". Exits with status 2.
 */
export function rejectUsage(problem: string): never {
	const [line = ""] = problem.split(/\. To specify|\n/);
	const plain = line.replace(/^(Option '[^' ]+)(?: <value>)?' argument (?:missing|is ambiguous)/, "$1' needs a value");
	console.error(`${plain.replace(/\.$/, "")}. --help prints the usage.`);
	process.exit(2);
}
