import { type Chapter, expectRefusal, expectThat } from "../rule.ts";

export const access: Chapter = {
	title: "Access",
	spends: false,
	rules: [
		{
			says: "A request without a token gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(await probe.raw("/account", { headers: { authorization: "" } }), 401, "unauthorized"),
		},
		{
			says: "A request with a token that does not exist gets 401 unauthorized.",
			check: async (probe) =>
				expectRefusal(
					await probe.raw("/account", { headers: { authorization: "Bearer nobody" } }),
					401,
					"unauthorized",
				),
		},
		{
			says: "The description is open to everybody and says version 1.3.0.",
			check: async (probe) => {
				const answer = await probe.raw("/openapi.json", { headers: { authorization: "" } });
				expectThat(answer.status === 200, `answered ${answer.status}`);
				expectThat(/"version":\s*"1\.3\.0"/.test(answer.text), "no version 1.3.0 in it");
			},
		},
		{
			says: "An unknown path gets 404 not_found.",
			own: true,
			check: async (probe) => expectRefusal(await probe.get("/no/such/path"), 404, "not_found"),
		},
		{
			says: "A known path with another method gets 405 method_not_allowed and the methods it has.",
			own: true,
			check: async (probe) => {
				const answer = await probe.raw("/account", { method: "DELETE" });
				expectRefusal(answer, 405, "method_not_allowed");
				expectThat(answer.headers.get("allow") === "GET", `Allow is ${answer.headers.get("allow")}`);
			},
		},
		{
			says: "Without a token not even an unknown path is told from a known one.",
			own: true,
			check: async (probe) =>
				expectRefusal(await probe.raw("/no/such/path", { headers: { authorization: "" } }), 401, "unauthorized"),
		},
	],
};

/** Last, because it uses up the second that other rules would need. */
export const pace: Chapter = {
	title: "Pace",
	spends: false,
	rules: [
		{
			says: "Of many requests in one second at most ten pass; the others get 429 rate_limited.",
			check: async (probe) => {
				await probe.rest();
				const started = performance.now();
				const answers = await Promise.all(Array.from({ length: 25 }, () => probe.raw("/zones")));
				const windows = Math.floor((performance.now() - started) / 1_000) + 1;
				const refused = answers.filter(({ status }) => status === 429);
				const passed = answers.length - refused.length;
				expectThat(passed <= 10 * windows, `${passed} passed within ${windows} s`);
				for (const answer of refused) expectRefusal(answer, 429, "rate_limited");
			},
		},
		{
			says: "A 429 says in Retry-After how many seconds to stay away.",
			own: true,
			check: async (probe) => {
				await probe.rest();
				const answers = await Promise.all(Array.from({ length: 15 }, () => probe.raw("/zones")));
				for (const { status, headers } of answers) {
					const seconds = headers.get("retry-after");
					expectThat(status !== 429 || /^[1-9]\d*$/.test(seconds ?? ""), `Retry-After is ${seconds}`);
				}
				await probe.rest();
			},
		},
	],
};
