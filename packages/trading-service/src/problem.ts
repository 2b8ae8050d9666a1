import { limits } from "@domains/contract/limits.ts";
import { type ProblemCode, problems } from "@domains/contract/problems.ts";
import { Refusal, truncate } from "./refusal.ts";
import { RegistrarBusy, RegistrarFailure } from "./registrar/port.ts";

/** Refuses a whole request, not just one item of a batch. `headers` are added to the answer. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly code: ProblemCode;
	readonly headers: Readonly<Record<string, string>>;

	constructor(code: ProblemCode, message: string, headers: Record<string, string> = {}, options?: ErrorOptions) {
		super(truncate(message, limits.messageCharacters), options);
		this.code = code;
		this.headers = headers;
	}

	get status(): number {
		return problems[this.code].status;
	}

	get body() {
		return { status: false, error: { code: this.code, message: this.message } } as const;
	}
}

const fastifyProblems: ReadonlyMap<string, [ProblemCode, string]> = new Map([
	["FST_ERR_CTP_EMPTY_JSON_BODY", ["bad_request", "The body is empty; send JSON."]],
	["FST_ERR_CTP_INVALID_JSON_BODY", ["bad_request", "The body is not valid JSON."]],
	["FST_ERR_CTP_INVALID_MEDIA_TYPE", ["bad_request", "Send the body as application/json."]],
	["FST_ERR_CTP_INVALID_CONTENT_LENGTH", ["bad_request", "The body does not have the length of its Content-Length."]],
	["FST_ERR_BAD_URL", ["bad_request", "The path is malformed."]],
	["FST_ERR_CTP_BODY_TOO_LARGE", ["payload_too_large", "The body is larger than 1 MiB."]],
]);

/** Undefined for an internal error: log it and answer with `ourFault`. */
export function problemOf(error: unknown): Problem | undefined {
	if (error instanceof Problem) return error;
	if (error instanceof Refusal) return new Problem(error.code, error.message);
	if (error instanceof RegistrarBusy) return new Problem("rate_limited", error.message, { "retry-after": "2" });
	if (error instanceof RegistrarFailure) return new Problem("provider_error", error.message);
	if (!(error instanceof Error)) return undefined;
	const code = "code" in error && typeof error.code === "string" ? error.code : "";
	const known = fastifyProblems.get(code);
	if (known) return new Problem(...known);
	// For some unsafe bodies, such as one with a `__proto__` key, Fastify's error has no code, but it has status 400.
	return "statusCode" in error && error.statusCode === 400 ? new Problem("bad_request", error.message) : undefined;
}

export function ourFault(): Problem {
	return new Problem("provider_error", "Something failed on our side. Try again with the same Idempotency-Key.");
}
