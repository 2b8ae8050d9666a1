import { type AnyCode, itemCodes, problems } from "@domains/contract/problems.ts";
import { describe, expect, it } from "vitest";
import type { Operation, Trouble } from "../../../src/actions/index.ts";
import { operationView } from "../../../src/bot/features/operation/view.ts";
import { problemLine, problemText, troubleView } from "../../../src/bot/screens/trouble.ts";
import { anItem, anOperation, noon } from "../../support/operations.ts";
import { texts } from "../../support/texts.ts";
import { labels, visible } from "../../support/views.ts";

const codes = Object.keys(problems);

describe("an error of the service", () => {
	it.each(texts.locales)("has our own text in %s for every code of the specification", (locale) => {
		const t = texts(locale);
		const lines = codes.map((code) => problemLine(t, { code, message: "" }).toString());
		expect(lines.filter((line) => line.includes("<code>"))).toEqual([]);
		expect(new Set(lines).size).toBeGreaterThan(codes.length - 3);
	});

	it.each(texts.locales)("with our own text does not show the service's, in %s", (locale) => {
		const said = codes.filter((code) => {
			return problemText(texts(locale), { code, message: "Said by the service" }).toString().includes("Said by");
		});
		// Our own text for `validation_error` says only that the request was wrong. So the bot adds the service's message.
		expect(said).toEqual(["validation_error"]);
	});

	it("with an unknown code is shown as sent, escaped", () => {
		const text = problemText(texts("en"), { code: "moon<phase>", message: "Not <tonight>" }).toString();
		expect(text).toContain("<code>moon&lt;phase&gt;</code>");
		expect(text).toContain("<blockquote expandable>Not &lt;tonight&gt;</blockquote>");
	});
});

describe("a failed order or change", () => {
	const t = texts("en");
	const shown = (over: Partial<Operation>) =>
		operationView(t, {
			operation: anOperation({ state: "failed", ...over }),
			now: noon,
			topUpUrl: "https://pay.example",
			supportUrl: null,
		});

	/** Maps each error code to a kind of order that can fail with it, and to the first button of its error message. */
	const steps: Record<AnyCode, [kind: Operation["kind"], step: string]> = {
		bad_request: ["register", "↻ Order again"],
		unauthorized: ["register", t("button-connect")],
		forbidden: ["register", t("button-connection-check")],
		not_found: ["register", "↻ Order again"],
		domain_not_found: ["register", t("offer-others")],
		method_not_allowed: ["register", "↻ Order again"],
		request_in_progress: ["register", "↻ Order again"],
		idempotency_key_reused: ["register", "↻ Order again"],
		insufficient_funds: ["renew", t("operation-top-up")],
		edge_not_configured: ["edge", t("domain-profile")],
		domain_blocked: ["dns", t("operation-domain")],
		zone_changed: ["dns", t("domain-dns")],
		payload_too_large: ["dns", t("domain-dns")],
		validation_error: ["nameservers", t("domain-servers")],
		invalid_domain: ["register", "↻ Order again"],
		not_available: ["renew", t("home-domains")],
		rate_limited: ["register", "↻ Order again"],
		provider_error: ["register", "↻ Order again"],
	};

	it.each(Object.entries(steps))("says why and what to do next: %s", (code, [kind, step]) => {
		const problem = { code, message: "" };
		const view = shown({ kind, items: [anItem({ phase: "failed", problem })] });
		expect(visible(view)).toContain(plain(problemText(t, problem)));
		expect(labels(view)[0]?.[0]).toBe(step);
	});

	it.each<[code: AnyCode, kind: Operation["kind"], sandbox: boolean, step: string]>([
		["edge_not_configured", "edge", true, t("profile-edges")],
		["edge_not_configured", "register", true, t("profile-edges")],
		["edge_not_configured", "register", false, t("account-profile")],
		["unauthorized", "register", true, t("account-profile")],
	])("leads to the screen that fixes it: %s of %s (sandbox: %s)", (code, kind, sandbox, step) => {
		const view = shown({ kind, sandbox, items: [anItem({ phase: "failed", problem: { code, message: "" } })] });
		expect(labels(view)[0]?.[0]).toBe(step);
	});

	it.each(itemCodes)("of many names is explained for each: %s", (code) => {
		const problem = { code, message: "" };
		const items = [
			anItem({ phase: "failed", problem }),
			anItem({ id: 2, domain: "other.com", phase: "succeeded", problem: null }),
		];
		const view = shown({ state: "succeeded", items });
		expect(visible(view)).toContain(`❌ example.com — ${plain(problemLine(t, problem))}`);
		expect(visible(view)).toContain("✅ other.com");
		const retries = !["not_available", "invalid_domain"].includes(code);
		expect(labels(view)[0]?.includes("🔁 Retry failed")).toBe(retries);
	});
});

describe("trouble with the service", () => {
	const t = texts("en");
	const until = new Date("2027-03-01T12:05:00Z");
	const shown = (trouble: Trouble["trouble"], more: Partial<Trouble> = {}) =>
		troubleView(t, { kind: "trouble", trouble, ...more });

	it.each<[code: string, trouble: Trouble["trouble"], step: string]>([
		["401", "unauthorized", t("button-connect")],
		["403", "forbidden", t("button-connection-check")],
		["429", "rate_limited", t("button-again")],
		["500", "refused", t("button-again")],
		["a broken connection", "service_down", t("button-again")],
		["no answer in time", "slow", t("button-again")],
	])("offers the next step after %s", (_code, trouble, step) => {
		expect(labels(shown(trouble))[0]?.[0]).toBe(step);
	});

	it("leads to the token and the API in this bot, or to a retry for an external service", () => {
		expect(labels(shown("unauthorized", { here: true }))[0]).toEqual([t("account-profile"), t("button-connect")]);
		expect(visible(shown("unauthorized", { here: true }))).toContain("or the API is off");
		expect(visible(shown("unauthorized"))).not.toContain("Profile → API");
		expect(labels(shown("unauthorized"))[0]).toEqual([t("button-connect"), t("connection-check-test")]);
	});

	it("counts down to the end of a block", () => {
		const { text } = shown("rate_limited", { until, code: "rate_limited", message: "slow down" });
		expect(text.toString()).toContain(`<tg-time unix="${until.getTime() / 1_000}" format="r">`);
	});

	it.each(texts.locales)("says in %s when a pause ends, in a text that stays correct afterwards", (locale) => {
		for (const key of ["trouble-rate-limited", "trouble-paced", "operation-hold-pace"]) {
			const said = texts(locale)(key, { kind: "register", here: "false", time: "16 minutes ago" });
			expect(said, key).toMatch(/(?:pause|start|паузы|начало): 16 minutes ago\.$/);
		}
	});
});

function plain(text: { toString(): string }): string {
	return text.toString().replaceAll(/<[^>]+>/g, "");
}
