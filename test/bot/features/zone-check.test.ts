import { type HealthFinding, type HealthProblem, healthSources } from "@domains/dns/health.ts";
import type { MailState } from "@domains/dns/mail.ts";
import type { SpfProblem } from "@domains/dns/spf.ts";
import { describe, expect, it } from "vitest";
import type { CheckResult } from "../../../src/actions/index.ts";
import { mailCheckView, zoneCheckView } from "../../../src/bot/features/zone-check.ts";
import { pageOf } from "../../../src/rules/pages.ts";
import { texts } from "../../support/texts.ts";
import { labels, refusals, visible } from "../../support/views.ts";

const noMail: MailState = {
	mx: { state: "none", count: 0 },
	spf: { state: "none", lookups: 0 },
	dkim: { state: "none", selectors: [] },
	dmarc: { state: "none", policy: null },
};
const fine: MailState = {
	mx: { state: "ok", count: 2 },
	spf: { state: "ok", lookups: 3 },
	dkim: { state: "ok", selectors: ["s1", "s2"] },
	dmarc: { state: "ok", policy: "reject" },
};
type Checked = Extract<CheckResult, { kind: "checked" }>;
const result = (more: Partial<Checked> = {}): Checked => {
	return {
		kind: "checked",
		domain: "shop.com",
		mode: "managed",
		records: 4,
		findings: [],
		mail: fine,
		servers: { checked: 2, total: 2 },
		targets: { checked: 3, total: 3 },
		...more,
	};
};
const none = { checked: 0, total: 13 };
const problems = Object.keys(healthSources) as HealthProblem[];
const place = { domain: "shop.com" };

describe.each(texts.locales)("in %s", (locale) => {
	const t = texts(locale);
	it("fits Telegram with the longest findings", () => {
		const findings = [...problems, ...problems].map((problem): HealthFinding => {
			return { problem, at: "<".repeat(250), part: "&".repeat(250) };
		});
		const spf = { state: "lookups" as const, lookups: 100, isMinimum: true };
		const mail = { ...fine, spf, dkim: { state: "ok" as const, selectors: Array(50).fill("<".repeat(60)) } };
		expect(refusals(zoneCheckView(t, result({ findings, mail, servers: none, targets: none }), place))).toEqual([]);
	});
});

const t = texts("en");
const seen = (more: Parameters<typeof result>[0]) => visible(zoneCheckView(t, result(more), place));

it("says that nothing is wrong, and shows the mail", () => {
	const text = seen({});
	expect(text).toContain("Checked 4 records: no problems");
	expect(text).toContain("✅ MX: 2 mail servers\n✅ SPF: 3 of 10 lookups\n✅ DKIM: s1, s2\n✅ DMARC: reject");
});

it("names each problem with its place and its document", () => {
	const text = seen({ findings: [{ problem: "gone_target", at: "www", part: "old.shop.com" }] });
	expect(text).toContain("⚠️ www leads to old.shop.com, which has no record here. (RFC 1912, 2.1)");
	expect(text).not.toContain("no problems");
	const spf = seen({ findings: [{ problem: "many_spf", at: "news", part: "3" }] });
	expect(spf).toContain("⚠️ news has 3 SPF records, so receivers ignore them all. Merge them into one. (RFC 7208, 3.2)");
});

it("gives each problem a reason and a document", () => {
	for (const problem of problems) {
		const text = seen({ findings: [{ problem, at: "some-place", part: "7" }] });
		expect(text).toMatch(/⚠️ .*some-place.{20,}\. \(RFC \d+, [\d.]+\)/);
	}
});

it("says what is missing for mail, what is not public, and what could not be asked", () => {
	expect(seen({ mail: noMail })).toContain("⚠️ MX: none, so mail to this domain probably gets lost\n⚠️ SPF: none");
	expect(seen({ mail: null, mode: "edge" })).toContain("because an edge profile serves this domain");
	expect(seen({ mail: null, mode: "external" })).toContain("All nameservers answer");
	const offline = seen({ mail: null, mode: "external", servers: none, targets: { checked: 0, total: 0 } });
	expect(offline).toContain("No DNS server on the internet answered");
	expect(offline).toContain("Nameservers checked: 0 of 13");
	expect(offline).not.toContain("All nameservers answer");
	expect(offline).not.toContain("Found no problems");
});

it("says that a zone without records is empty, and nothing of its nameservers", () => {
	const empty = seen({ records: 0, servers: none });
	expect(empty).toContain("This zone has no records");
	expect(empty).not.toContain("✅ All nameservers");
});

it("says how many nameservers and targets were checked", () => {
	expect(seen({})).toContain("Nameservers checked: 2 of 2\nTargets outside this zone checked: 3 of 3");
	expect(seen({})).not.toContain("Not everything was checked");
	expect(seen({ targets: { checked: 0, total: 0 } })).not.toContain("Targets outside");
	const partly = seen({ targets: { checked: 100, total: 412 } });
	expect(partly).toContain("Not everything was checked");
	expect(partly).toContain("Targets outside this zone checked: 100 of 412");
	expect(partly).toContain("Found no problems in what could be checked.");
	expect(partly).not.toContain("Checked 4 records");
	for (const targets of [
		{ checked: 0, total: 2 },
		{ checked: 2, total: 3 },
	])
		expect(seen({ targets })).toContain("Found no problems in what could be checked.");
	expect(seen({ servers: { checked: 1, total: 2 } })).toContain("Found no problems in what could be checked.");
	const finding = { problem: "no_address" as const, at: "@" };
	expect(seen({ targets: { checked: 0, total: 2 }, findings: [finding] })).not.toContain("no problems");
	const external = seen({ mail: null, mode: "external", servers: { checked: 1, total: 2 } });
	expect(external).toContain("Found no problems in what could be checked.");
	expect(external).not.toContain("All nameservers answer");
	expect(external).toContain("Nameservers checked: 1 of 2");
});

it("says that the lookups of SPF are a minimum if not all included records were read", () => {
	expect(seen({})).not.toContain("at least");
	const of = (state: "ok" | "lookups", lookups: number) => {
		return seen({ mail: { ...fine, spf: { state, lookups, isMinimum: true } } });
	};
	expect(of("ok", 3)).toContain("▫️ SPF: at least 3 of 10 lookups\nSPF: not all included records could be read");
	expect(of("lookups", 11)).toContain("⚠️ SPF: at least 11 lookups, and only 10 are allowed");
});

it("says why receivers cannot use the SPF record", () => {
	const of = (reason: SpfProblem["reason"], part: string) => {
		return seen({
			mail: { ...fine, spf: { state: "broken", lookups: 3, isMinimum: true, problem: { reason, part } } },
		});
	};
	expect(of("include", "a.net")).toContain("⚠️ SPF: receivers can’t use it, because a.net has no SPF record\n✅ DKIM");
	expect(of("included", "a.net")).toContain("because the SPF record of a.net has a mistake\n");
	expect(of("address", "ip4:999.1.1.1")).toContain("because ip4:999.1.1.1 has a wrong IP address\n");
	expect(of("term", "<foo>")).toContain("because <foo> isn’t a known term\n");
	expect(of("twice", "redirect")).toContain("because it has redirect= twice\n");
});

it("says what receivers cannot use", () => {
	const text = seen({
		mail: {
			...fine,
			mx: { state: "dead", count: 2 },
			dkim: { state: "bad", selectors: ["k1"] },
			dmarc: { state: "version", policy: null },
		},
	});
	expect(text).toContain("⚠️ MX: 2 mail servers have no address\n");
	expect(text).toContain("⚠️ DKIM: receivers can’t read the record of k1. Copy it again\n");
	expect(text).toContain("⚠️ DMARC: receivers ignore it. It must begin with v=DMARC1, in capitals");
});

it("shows a DMARC record behind an alias", () => {
	expect(seen({ mail: { ...fine, dmarc: { state: "alias", policy: null } } })).toContain(
		"✅ DMARC: a CNAME leads to it",
	);
});

it("lists several domains with the same marks as on their pages", () => {
	const spf = (more: MailState["spf"]): MailState => ({ ...fine, spf: more });
	const problem = { reason: "term", part: "foo" } as const;
	const mails: MailState[] = [
		spf({ state: "ok", lookups: 3, isMinimum: true }),
		spf({ state: "ok", lookups: 3, isMinimum: false }),
		spf({ state: "lookups", lookups: 11, isMinimum: true }),
		spf({ state: "broken", lookups: 3, isMinimum: true, problem }),
		{ ...fine, dmarc: { state: "alias", policy: null } },
		{ ...fine, dmarc: { state: "monitors", policy: "none" } },
		{ ...noMail, mx: { state: "null_mx", count: 0 } },
	];
	for (const mail of mails) {
		const view = mailCheckView(t, pageOf([{ domain: "a.com", mail, isPublic: true }], 1, 8), { domains: ["a.com"] });
		const [, row = ""] = /a\.com — (.*)/.exec(visible(view)) ?? [];
		const own = [...seen({ mail }).matchAll(/(\S+) (MX|SPF|DKIM|DMARC): /g)].map(([, mark, name]) => `${name} ${mark}`);
		expect(row).toBe(own.join(" "));
	}
});

it("lists the mail of several domains, and leads to each", () => {
	const domains = [
		{ domain: "a.com", mail: fine, isPublic: true },
		{ domain: "b.com", mail: noMail, isPublic: true },
		{ domain: "c.com", mail: null, isPublic: true },
		{ domain: "d.com", mail: null, isPublic: false },
	];
	const view = mailCheckView(t, pageOf(domains, 1, 8), { domains: ["a.com", "b.com", "c.com"] });
	expect(visible(view)).toContain(
		"a.com — MX ✅ SPF ✅ DKIM ✅ DMARC ✅\nb.com — MX ⚠️ SPF ⚠️ DKIM ⚠️ DMARC ⚠️\nc.com — couldn’t be read\nd.com — the records here aren’t public",
	);
	expect(labels(view).slice(0, 3)).toEqual([["a.com"], ["b.com"], ["c.com"]]);
});
