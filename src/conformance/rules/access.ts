import { z } from "zod";
import type { Answer, Probe } from "../probe.ts";
import { type Chapter, expectRefusal, expectResult, expectThat, RuleSkipped } from "../rule.ts";

export const access: Chapter = {
	title: "Access",
	spends: false,
	rules: [
		{
			statement: "A request without a token gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(await probe.raw("/account", { headers: { authorization: "" } }), 401, "unauthorized"),
		},
		{
			statement: "A request with a token that does not exist gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(
					await probe.raw("/account", { headers: { authorization: "Bearer unknown" } }),
					401,
					"unauthorized",
				),
		},
		{
			statement: "A token without the word Bearer gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(await probe.raw("/account", { headers: { authorization: probe.token } }), 401, "unauthorized"),
		},
		{
			statement: "Every answer has an X-Request-Id: the caller's own, or a new one.",
			openInSpec: true,
			check: async (probe) => {
				const named = await probe.raw("/zones", { headers: { "x-request-id": "conformance-1" } });
				const echoed = named.headers.get("x-request-id");
				expectThat(echoed === "conformance-1", `X-Request-Id is ${echoed}`);
				expectThat(Boolean((await probe.raw("/zones")).headers.get("x-request-id")), "no X-Request-Id");
			},
		},
		{
			statement: "The API description is public and has version 1.3.0.",
			check: async (probe) => {
				const answer = await probe.raw("/openapi.json", { headers: { authorization: "" } });
				expectThat(answer.status === 200, `answered ${answer.status}`);
				expectThat(/"version":\s*"1\.3\.0"/.test(answer.text), "the description does not contain version 1.3.0");
			},
		},
		{
			statement: "An unknown path gets 404 not_found.",
			openInSpec: true,
			check: async (probe) => expectRefusal(await probe.get("/no/such/path"), 404, "not_found"),
		},
		{
			statement: "A known path with a wrong method gets 405 method_not_allowed and an Allow header.",
			openInSpec: true,
			check: async (probe) => {
				const answer = await probe.raw("/account", { method: "DELETE" });
				expectRefusal(answer, 405, "method_not_allowed");
				const allow = answer.headers.get("allow");
				expectThat(allow?.split(/, */).includes("GET") === true, `Allow is ${allow}`);
			},
		},
		{
			statement: "Without a token, an unknown path gets the same 401 as a known one.",
			openInSpec: true,
			check: async (probe) =>
				expectRefusal(await probe.raw("/no/such/path", { headers: { authorization: "" } }), 401, "unauthorized"),
		},
	],
};

/**
 * Sent at the same time. 31 requests exceed 10 a second even if they take 3 seconds, so the service must refuse some of
 * them. Two such bursts do not cause the five-minute block.
 */
const burst = 31;

async function sendBurst(probe: Probe): Promise<{ answers: Answer[]; seconds: number }> {
	await probe.waitForFreshLimit();
	const started = performance.now();
	const answers = await Promise.all(Array.from({ length: burst }, () => probe.raw("/zones")));
	const seconds = (performance.now() - started) / 1_000;
	await probe.waitForFreshLimit();
	return { answers, seconds };
}

/** Runs last: it uses up the limit, and the service would refuse the requests of later rules. */
export const rateLimit: Chapter = {
	title: "Rate limit",
	spends: false,
	rules: [
		{
			statement: "At most ten requests per second pass; the others get 429 rate_limited.",
			check: async (probe) => {
				const { answers, seconds } = await sendBurst(probe);
				const refused = answers.filter(({ status }) => status === 429);
				for (const answer of refused) expectRefusal(answer, 429, "rate_limited");
				const passed = answers.filter(({ status }) => status !== 429);
				for (const answer of passed) expectResult(answer, z.looseObject({}));
				const allowed = 10 * (Math.floor(seconds) + 1);
				if (allowed >= burst)
					throw new RuleSkipped(`${burst} requests took ${seconds.toFixed(1)} s, too long for this test`);
				expectThat(passed.length <= allowed, `${passed.length} passed within ${seconds.toFixed(1)} s`);
			},
		},
		{
			statement: "A 429 has a Retry-After header in seconds.",
			openInSpec: true,
			check: async (probe) => {
				const refused = (await sendBurst(probe)).answers.filter(({ status }) => status === 429);
				if (refused.length === 0) throw new RuleSkipped("no request got 429");
				for (const { headers } of refused) {
					const seconds = headers.get("retry-after");
					expectThat(/^[1-9]\d*$/.test(seconds ?? ""), `Retry-After is ${seconds}`);
				}
			},
		},
	],
};
