import { pino, stdSerializers } from "pino";
import { currentTrace } from "./trace.ts";

type Write = (fields: Record<string, unknown>, message: string) => void;

/** The logger as the rest of the project sees it: fields first, then a sentence. */
export interface Log {
	debug: Write;
	info: Write;
	warn: Write;
	error: Write;
	child(fields: Record<string, unknown>): Log;
}

/** Where a secret could stand in a logged object, by name. */
const secretPaths = [
	"token",
	"secret",
	"authorization",
	"headers.authorization",
	"*.token",
	"*.secret",
	"*.authorization",
];

/** What a secret looks like inside any text: a service token, a webhook secret, a Telegram token. */
const secretPattern = /\b(dts_|whsec_)[\w-]{8,}|(?<!\d)\d{5,}:[\w-]{30,}/g;

/** Replaces every secret in a text by a mark that keeps its kind readable. */
export function maskSecrets(text: string): string {
	return text.replace(secretPattern, (_match, prefix: string | undefined) => `${prefix ?? "bot"}[masked]`);
}

/** JSON lines on `destination` (standard output unless given), secrets masked by path and by pattern. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
	const stream = destination ?? process.stdout;
	return pino(
		{
			level,
			base: null,
			redact: { paths: secretPaths, censor: "[masked]" },
			mixin: () => {
				const trace = currentTrace();
				return trace === undefined ? {} : { trace };
			},
			formatters: { level: (label) => ({ level: label }) },
			serializers: { error: stdSerializers.err },
			timestamp: () => `,"time":"${new Date().toISOString()}"`,
		},
		{ write: (line: string) => void stream.write(maskSecrets(line)) },
	);
}
