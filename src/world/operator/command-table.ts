/** One JSON object, or an error. */
export type Outcome =
	| { ok: true; value: object }
	| { ok: false; error: { code: string; message: string; key?: string | undefined } };

/** The help text and the check of the arguments are made from these fields. */
export interface Command {
	/** Such as `USER KEY [DOMAIN] [--disabled]`. */
	usage: string;
	/** One line of `--help`. */
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

export function fitsUsage({ usage }: Command, args: readonly string[]): boolean {
	const expected = usage.replaceAll(/\[--[^\]]*\]/g, "").match(/\S+/g) ?? [];
	const least = expected.filter((each) => !each.startsWith("[")).length;
	return args.length >= least && args.length <= expected.length;
}
