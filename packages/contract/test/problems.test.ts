import { expect, it } from "vitest";
import { itemCodes, problemCodes, problems } from "../src/problems.ts";

it("has a status for every code of a request", () => {
	expect(Object.fromEntries(problemCodes.map((code) => [code, problems[code].status]))).toEqual({
		bad_request: 400,
		unauthorized: 401,
		forbidden: 403,
		not_found: 404,
		domain_not_found: 404,
		method_not_allowed: 405,
		request_in_progress: 409,
		idempotency_key_reused: 409,
		insufficient_funds: 409,
		edge_not_configured: 409,
		domain_blocked: 409,
		zone_changed: 409,
		payload_too_large: 413,
		validation_error: 422,
		rate_limited: 429,
		provider_error: 500,
	});
});

it("lists the codes of batch items", () => {
	expect(itemCodes.toSorted()).toEqual([
		"insufficient_funds",
		"invalid_domain",
		"not_available",
		"provider_error",
		"request_in_progress",
		"validation_error",
	]);
});
