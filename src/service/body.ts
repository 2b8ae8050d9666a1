import type { FastifyInstance } from "fastify";
import { limits } from "../contract/limits.ts";
import { Problem } from "./problem.ts";

/** Far deeper than any body of the contract, far less than what makes a walk through it costly. */
const mostLevels = 32;
const mostValues = limits.bodyValues;

/** Reads bodies as what they must be: JSON, in UTF-8, not encoded further. Source: docs/service.md, "Envelopes". */
export function addBodyParser(app: FastifyInstance): void {
	const parseJson = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
		try {
			requirePlain(request.headers);
			void parseJson(request, readText(bytes), (error, body) => {
				done(error ?? boundProblem(body), body);
			});
		} catch (error) {
			done(error instanceof Error ? error : new Error("a body could not be read", { cause: error }));
		}
	});
}

function requirePlain(headers: Record<string, string | string[] | undefined>): void {
	const encoding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	if (encoding !== "identity") throw new Problem("bad_request", "Send the body without a Content-Encoding.");
	const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(String(headers["content-type"])) ?? [];
	if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new Problem("bad_request", "Send the body in UTF-8.");
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readText(bytes: Buffer): string {
	try {
		return utf8.decode(bytes);
	} catch (cause) {
		throw new Problem("bad_request", "The body is not valid UTF-8.", {}, { cause });
	}
}

/** What a reader of the body would have to pay for, and no body of the contract has: many levels, or many values. */
function boundProblem(body: unknown): Problem | null {
	let level = [body];
	let values = 0;
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > mostLevels) {
			return new Problem("validation_error", `The body is nested deeper than ${mostLevels} levels.`);
		}
		values += level.length;
		if (values > mostValues) {
			return new Problem("payload_too_large", `The body has more than ${mostValues} values.`);
		}
		level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
	}
	return null;
}
