import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** Far deeper than any body of the contract, far less than what makes a walk through it costly. */
const mostLevels = 32;

/** Reads bodies as what they must be: JSON, in UTF-8, not encoded further. Source: docs/service.md, "Envelopes". */
export function addBodyParser(app: FastifyInstance): void {
	const parseJson = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
		try {
			requirePlain(request.headers);
			void parseJson(request, readText(bytes), (error, body) => {
				const deep = error === null && isDeeperThan(mostLevels, body);
				done(
					deep ? new Problem("validation_error", `The body is nested deeper than ${mostLevels} levels.`) : error,
					body,
				);
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

function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
}
