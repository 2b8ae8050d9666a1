import { pino } from "pino";
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

/** The same log, where each warning and each error is told of. */
export function counted(log: Log, onLine: (level: "warn" | "error") => void): Log {
	return {
		debug: (fields, message) => log.debug(fields, message),
		info: (fields, message) => log.info(fields, message),
		warn(fields, message) {
			onLine("warn");
			log.warn(fields, message);
		},
		error(fields, message) {
			onLine("error");
			log.error(fields, message);
		},
		child: (fields) => counted(log.child(fields), onLine),
	};
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

/** JSON lines on `destination` (standard output unless given), secrets masked by path and by pattern, none endless. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
	const stream = destination ?? process.stdout;
	return pino(
		{
			level,
			base: null,
			redact: { paths: secretPaths, censor: "[masked]" },
			mixin: () => {
				const trace = currentTrace();
				return trace === undefined ? {} : { requestId: trace };
			},
			formatters: { level: (label) => ({ level: label }) },
			serializers: { error: (error: unknown) => describeError(error) },
			timestamp: () => `,"time":"${new Date().toISOString()}"`,
		},
		{ write: (line: string) => void stream.write(cap(maskSecrets(line))) },
	);
}

/** What is logged of an error beside its message and its stack. Whatever else it carries may be a person's. */
const plainFields = ["code", "details", "status", "statusCode", "error_code", "method", "syscall", "severity"] as const;
const mostCharacters = 1_000;
const mostFrames = 20;
const mostCauses = 5;

interface DescribedError {
	type: string;
	message: string;
	stack: string;
	/** Its first line, where a statement failed. */
	statement?: string;
	cause?: unknown;
	[field: string]: unknown;
}

function describeError(error: unknown, depth = 0): unknown {
	if (!(error instanceof Error)) return error;
	const described: DescribedError = { type: error.name, message: messageOf(error), stack: framesOf(error) };
	for (const field of plainFields) {
		if (field in error) described[field] = Reflect.get(error, field);
	}
	if ("query" in error) described.statement = firstLine(String(error.query).trim());
	const causes = depth < mostCauses ? causesOf(error) : [];
	if (causes.length > 0) described.cause = causes.map((cause) => describeError(cause, depth + 1));
	return described;
}

/** The query builder's message holds the whole statement and its parameters, the database's may hold a value. */
function messageOf(error: Error): string {
	if ("query" in error && "params" in error) return "a statement failed";
	if ("code" in error && error.name === "PostgresError" && String(error.code).startsWith("22")) {
		return "a value was not possible";
	}
	return shorten(error.message);
}

function firstLine(text: string): string {
	const [line = ""] = text.split("\n", 1);
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** A stack begins with the message, which may hold what is not to be logged. */
function framesOf({ stack = "", message }: Error): string {
	const start = stack.indexOf(message);
	const lines = (start === -1 ? stack : stack.slice(start + message.length)).split("\n");
	const frames = lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
	return shorten(frames.slice(0, mostFrames).join("\n"), 2 * mostCharacters);
}

/** grammY hands on what happened as `error`, an aggregate as `errors`. */
function causesOf(error: Error): unknown[] {
	const several: unknown = "errors" in error ? error.errors : undefined;
	const inner = "error" in error ? error.error : undefined;
	return [error.cause, inner, ...(Array.isArray(several) ? several.slice(0, mostCauses) : [])].filter(
		(cause) => cause instanceof Error,
	);
}

const longestLine = 16 * 1024;

/** A line that would be too long keeps all its fields, the longest ones cut. */
function cap(line: string): string {
	if (line.length <= longestLine) return line;
	const fields: Record<string, unknown> = JSON.parse(line);
	return `${JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value)])))}\n`;
}

function cut(value: unknown): unknown {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return text.length > mostCharacters ? shorten(text) : value;
}

function shorten(text: string, most = mostCharacters): string {
	return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
