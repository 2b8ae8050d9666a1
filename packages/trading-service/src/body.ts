import { passedBound } from "@domains/contract/json.ts";
import { limits } from "@domains/contract/limits.ts";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/**
 * Makes the app accept JSON in UTF-8 without a Content-Encoding, and refuse other bodies. Source: docs/service.md,
 * "Envelopes".
 */
export function addBodyParser(app: FastifyInstance): void {
	const parseJson = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
		try {
			requirePlain(request.headers);
			const text = readText(bytes);
			requireBounds(text);
			void parseJson(request, text, done);
		} catch (error) {
			done(error instanceof Error ? error : new Error("a request body could not be read", { cause: error }));
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

/** No valid body exceeds these limits. The check comes before parsing, because parsing such a text is expensive. */
function requireBounds(text: string): void {
	const { bodyLevels: levels, bodyValues: values } = limits;
	const passed = passedBound(text, { levels, values });
	if (passed === "levels") throw new Problem("validation_error", `The body is nested deeper than ${levels} levels.`);
	if (passed === "values") throw new Problem("payload_too_large", `The body has more than ${values} values.`);
}
