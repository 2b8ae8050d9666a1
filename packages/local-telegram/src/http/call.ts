import type { Call } from "../dispatch.ts";
import { isObject, parseJson } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import { readMultipart } from "./multipart.ts";

/** The body may be JSON, URL-encoded or multipart, as Telegram allows. */
export function readCall(method: string, query: string, contentType: string, body: Buffer): Call {
	const values = new Map(new URLSearchParams(query));
	const shown = new Map<string, unknown>(values);
	const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
	if (type === "application/json" && body.length > 0) {
		for (const [name, value] of Object.entries(jsonBody(body))) {
			shown.set(name, value);
			values.set(name, asText(value));
		}
	} else if (type === "application/x-www-form-urlencoded") {
		for (const [name, value] of new URLSearchParams(body.toString("utf8"))) set(name, value);
	} else if (type === "multipart/form-data") {
		const form = readMultipart(contentType, body);
		for (const [name, value] of form.values) set(name, value);
		for (const [name, file] of form.files) shown.set(name, `${file.name} (${file.bytes.length} bytes)`);
		return { method, given: { values, files: form.files }, shown: Object.fromEntries(shown) };
	}
	return { method, given: { values, files: new Map() }, shown: Object.fromEntries(shown) };

	function set(name: string, value: string): void {
		values.set(name, value);
		shown.set(name, value);
	}
}

function jsonBody(body: Buffer): Record<string, unknown> {
	const value = parseJson(body.toString("utf8"));
	if (isObject(value)) return value;
	throw badRequest("can't parse JSON object");
}

/** The Bot API server converts parameters in the same way. */
export function asText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}
