/** The outcome of a shell command of the operator: one JSON object, or an error. */
export type Outcome =
	| { ok: true; value: object }
	| { ok: false; error: { code: string; message: string; key?: string | undefined } };

/**
 * One shell command of the operator. The help text and the check of the command's arguments are made from these fields.
 */
export interface Command {
	/** The arguments and options after the name, such as `USER KEY [DOMAIN] [--disabled]`. */
	usage: string;
	/** The command's description, one line of `--help`. */
	help: string;
}

export function refuse(code: string, message: string): Outcome {
	return { ok: false, error: { code, message } };
}

export function listCommands(commands: Readonly<Record<string, Command>>): string {
	const rows = Object.entries(commands).map(([name, { usage, help }]) => ({ form: `${name} ${usage}`.trim(), help }));
	const width = Math.max(...rows.map(({ form }) => form.length));
	return rows.map(({ form, help }) => `  ${form.padEnd(width)}  ${help}`).join("\n");
}

/** True if the number of positional arguments fits `usage`. */
export function fitsUsage({ usage }: Command, args: readonly string[]): boolean {
	const expected = usage.replaceAll(/\[--[^\]]*\]/g, "").match(/\S+/g) ?? [];
	const least = expected.filter((each) => !each.startsWith("[")).length;
	return args.length >= least && args.length <= expected.length;
}
