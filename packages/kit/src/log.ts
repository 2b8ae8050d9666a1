import { stripVTControlCharacters, styleText } from "node:util";
import { pino } from "pino";
import { currentTrace } from "./trace.ts";

type Write = (fields: Record<string, unknown>, message: string) => void;

/**
 * The second argument says what happened: a phrase in lower case without a full stop, such as "a job failed", which
 * `test/log-messages.test.ts` checks. Values belong into the fields, so that equal lines have equal messages.
 */
export interface Log {
	debug: Write;
	info: Write;
	warn: Write;
	error: Write;
	child(fields: Record<string, unknown>): Log;
}

/** Calls `onLine` even if the log level hides the line. */
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

/** Their values are masked. */
const secretPaths = [
	"token",
	"secret",
	"authorization",
	"headers.authorization",
	"*.token",
	"*.secret",
	"*.authorization",
];

/** A service token, a program's token, a webhook secret, the keys of a Porkbun account, a Telegram token. */
const secretPattern = /\b(dts_|dtp_|whsec_|[ps]k1_)[\w-]{8,}|(?<!\d)\d{5,}:[\w-]{30,}/g;

/** Such as `dts_[masked]`. */
export function maskSecrets(text: string): string {
	return text.replace(secretPattern, (_match, prefix: string | undefined) => `${prefix ?? "bot"}[masked]`);
}

interface Destination {
	write(line: string): unknown;
	isTTY?: boolean;
	/** Node defines it for terminals and respects `NO_COLOR`. */
	hasColors?(): boolean;
}

/**
 * `json` is one line per call, for programs. `text` is for people, with errors on additional lines, and the default on
 * a terminal. Secrets are masked. If a line exceeds 16,384 characters, its fields over 1,000 characters are truncated.
 */
export function createLog(level: string, destination: Destination = process.stdout, format?: "json" | "text"): Log {
	const asText = format === undefined ? destination.isTTY === true : format === "text";
	const colours = asText && destination.hasColors?.() === true;
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
		{
			write(json: string) {
				const line = cap(maskSecrets(json));
				destination.write(asText ? toText(line, colours) : line);
			},
		},
	);
}

type Style = Parameters<typeof styleText>[0];

const levelStyles = new Map<string, Style>([
	["debug", "dim"],
	["info", "cyan"],
	["warn", "yellow"],
]);

/** `15:04:05 warn  message  field=value  …short id`, with an error on the lines below. */
function toText(json: string, colours: boolean): string {
	const line: Record<string, unknown> = JSON.parse(json);
	const { level, time, msg, requestId, error, ...fields } = line;
	const paint = (style: Style, text: string) => (colours ? styleText(style, text, { validateStream: false }) : text);
	const parts = [
		`${paint("dim", localTime(String(time)))} ${paint(levelStyles.get(String(level)) ?? "red", String(level).padEnd(5))}`,
		printable(String(msg)),
		...Object.entries(fields).map(([name, value]) => paint("dim", `${name}=${printable(asString(value))}`)),
		...(requestId === undefined ? [] : [paint("dim", shortId(printable(asString(requestId))))]),
	];
	return `${parts.join("  ")}\n${error === undefined ? "" : errorLines(error)}`;
}

function localTime(iso: string): string {
	return new Date(iso).toTimeString().slice(0, 8);
}

/** The last eight characters distinguish requests. JSON lines contain the whole id. */
function shortId(id: string): string {
	return id.length > 12 ? `…${id.slice(-8)}` : id;
}

function asString(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** A logged value could otherwise forge a line or move the cursor. */
function printable(text: string): string {
	return stripVTControlCharacters(text).replace(/\p{Cc}+/gu, " ");
}

function errorLines(error: unknown): string {
	if (typeof error !== "object" || error === null) return `    ${printable(asString(error))}\n`;
	// The error is from `describeError`, or another object that a caller logged.
	const { type, message, stack, cause, ...rest } = error as Partial<DescribedError>;
	const frames = typeof stack === "string" ? stack.split("\n") : [];
	const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : "";
	const causes = Array.isArray(cause) ? cause.map(errorLines).join("") : "";
	const lines = [`${type ?? "Error"}: ${message ?? ""}${details}`, ...frames.map((frame) => `  ${frame}`)];
	return `${lines.map((each) => `    ${each.startsWith("  ") ? "  " : ""}${printable(each.trim())}\n`).join("")}${causes}`;
}

/** Logged with the error's message and stack. Other fields may contain personal data. */
const plainFields = ["code", "details", "status", "statusCode", "error_code", "method", "syscall", "severity"] as const;
const mostCharacters = 1_000;
const mostFrames = 20;
const mostCauses = 5;

interface DescribedError {
	type: string;
	message: string;
	stack: string;
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

/** Some database errors contain parameters or values, so their message is replaced by a fixed one. */
function messageOf(error: Error): string {
	if ("query" in error && "params" in error) return "a statement failed";
	if ("code" in error && error.name === "PostgresError" && String(error.code).startsWith("22")) {
		return "a value was rejected";
	}
	return truncate(error.message);
}

function firstLine(text: string): string {
	const [line = ""] = text.split("\n", 1);
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** The first 20. The message before them may contain data that must not be logged. */
function framesOf({ stack = "", message }: Error): string {
	const start = stack.indexOf(message);
	const lines = (start === -1 ? stack : stack.slice(start + message.length)).split("\n");
	const frames = lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
	return truncate(frames.slice(0, mostFrames).join("\n"), 2 * mostCharacters);
}

/** grammY stores the original error in `error`, an AggregateError stores several in `errors`. */
function causesOf(error: Error): unknown[] {
	const several: unknown = "errors" in error ? error.errors : undefined;
	const inner = "error" in error ? error.error : undefined;
	return [error.cause, inner, ...(Array.isArray(several) ? several.slice(0, mostCauses) : [])].filter(
		(cause) => cause instanceof Error,
	);
}

const longestLine = 16 * 1024;

/** No field is dropped. */
function cap(line: string): string {
	if (line.length <= longestLine) return line;
	const fields: Record<string, unknown> = JSON.parse(line);
	const short = Object.entries(fields).map(([name, value]) => [name, truncateValue(value)]);
	return `${JSON.stringify(Object.fromEntries(short))}\n`;
}

function truncateValue(value: unknown): unknown {
	const text = asString(value);
	return text.length > mostCharacters ? truncate(text) : value;
}

function truncate(text: string, most = mostCharacters): string {
	return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
