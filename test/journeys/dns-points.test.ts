import { expect, it, vi } from "vitest";
import type { Chat } from "../support/chat.ts";
import { describeJourneys } from "../support/journeys.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 12 });

const apex = "@ A 203.0.113.1";
const mail = "@ MX 10 mail.example.net";

describeJourneys(({ t, w, own, owner, applies, managed }) => {
	async function opensPoints(anna: Chat, domain: string): Promise<void> {
		await anna.says(`/dns ${domain}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("points-open"));
		await anna.untilView(() => anna.screen.startsWith(w("points-title", { name: domain })));
	}

	it("lists a point for each change, restores one after a look at the difference, and undoes that", async (test) => {
		const domain = own("points");
		const anna = await owner(test, [domain], [apex, mail]);
		const { zone } = await anna.program();
		await opensPoints(anna, domain);
		expect(anna.screen).toContain(w("points-none"));
		for (const record of ["www A 203.0.113.8", "blog CNAME example.net"]) {
			await anna.says(`/dns ${domain} ${record}`);
			await anna.until(`➕ ${record}`);
			await applies(anna, domain);
		}
		const changed = [apex, mail, "blog CNAME example.net", "www A 203.0.113.8"];
		expect(await zone(domain)).toEqual(changed);

		await opensPoints(anna, domain);
		const points = anna.buttons.flat().filter((label) => label.startsWith("🧭"));
		expect(points).toHaveLength(2);
		await anna.taps(points.at(-1) ?? "");
		const point = await anna.until(w("points-difference"));
		expect(point.text).toContain(w("points-changed-by", { who: "you", person: "-" }));
		for (const part of ["➖ www A 203.0.113.8", "➖ blog CNAME example.net"]) expect(point.text).toContain(part);
		expect(await zone(domain)).toEqual(changed);
		await anna.taps(t("points-restore-dns"));
		await anna.until(w("operation-quoted", { kind: "dns", what: domain }));
		await applies(anna, domain);
		expect(await zone(domain)).toEqual([apex, mail]);

		await anna.taps(t("operation-undo"));
		await anna.until("➕ www A 203.0.113.8");
		await applies(anna, domain);
		expect(await zone(domain)).toEqual(changed);
	});

	it("saves a point with a name, and restores records and nameservers that changed elsewhere", async (test) => {
		const domain = own("named-point");
		const moved = w("operation-succeeded", { kind: "nameservers", what: domain, count: 1 });
		const anna = await owner(test, [domain], [apex, mail]);
		const { zone, writesZone } = await anna.program();
		await opensPoints(anna, domain);
		await anna.taps(t("points-save"));
		const saved = await anna.until(w("points-saved"));
		expect(saved.text).toContain(w("points-same"));
		await anna.says("before <b>the</b> move");
		await anna.until(w("points-named"));

		await writesZone(domain, ["@ A 203.0.113.66", "evil A 203.0.113.67"]);
		await anna.says(`/ns ${domain} ns1.other.net ns2.other.net`);
		await anna.until(w("change-then"));
		await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await anna.until(moved);

		await opensPoints(anna, domain);
		await anna.taps("📌 before <b>the</b> move");
		const point = await anna.until(w("points-difference"));
		for (const part of [`➕ ${mail}`, "✏️ @ A 203.0.113.66", "➖ evil A 203.0.113.67", "ns1.other.net"])
			expect(point.text).toContain(part);
		await anna.taps(t("points-restore-dns"));
		await anna.until(w("operation-quoted", { kind: "dns", what: domain }));
		await applies(anna, domain);
		expect(await zone(domain)).toEqual([apex, mail]);

		await opensPoints(anna, domain);
		await anna.taps("📌 before <b>the</b> move");
		await anna.until(w("points-difference"));
		expect(anna.buttons.flat()).not.toContain(t("points-restore-dns"));
		await anna.taps(t("points-restore-nameservers"));
		await anna.until(w("operation-quoted", { kind: "nameservers", what: domain }));
		await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await anna.untilView(({ messages }) => messages.filter(({ text }) => text?.includes(moved)).length === 2);
		await opensPoints(anna, domain);
		await anna.taps("📌 before <b>the</b> move");
		await anna.until(w("points-same"));
		await anna.taps(t("points-delete"));
		await anna.until(w("points-delete-sure"));
		await anna.taps(t("points-delete"));
		await anna.until(w("points-deleted"));
		expect(anna.buttons.flat().join()).not.toContain("📌 before");
	});

	it("saves records as a template, and applies it to another domain", async (test) => {
		const [model, copy] = [own("model"), own("copy")];
		const anna = await owner(test, [model, copy], [apex, mail]);
		const { zone, writesZone } = await anna.program();
		await writesZone(model, ["@ A 203.0.113.9", `www CNAME ${model}`]);
		await anna.says(`/dns ${model}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("templates-open"));
		await anna.taps(t("templates-save"));
		await anna.until(w("templates-ask-name", { name: model }));
		await anna.says("My <b>start</b>");
		await anna.until(w("templates-saved"));

		await anna.says(`/dns ${copy}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("templates-open"));
		await anna.until(w("templates-title", { name: copy }));
		await anna.taps("⭐ My <b>start</b>");
		await anna.until(`www CNAME ${copy}`);
		await anna.taps(t("templates-apply"));
		const plan = await anna.until(w("operation-quoted", { kind: "dns", what: copy }));
		for (const part of [`➕ www CNAME ${copy}`, "→ 203.0.113.9"]) expect(plan.text).toContain(part);
		await applies(anna, copy);
		expect(await zone(copy)).toEqual(["@ A 203.0.113.9", mail, `www CNAME ${copy}`]);
	});

	it("checks a zone, says what is wrong with it, and no longer after the repair", async (test) => {
		const domain = own("health");
		const anna = await owner(test, [domain], [`www CNAME gone.${domain}`, "vpn A 10.0.0.1"]);
		const { writesZone } = await anna.program();
		await anna.says(`/dns ${domain}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("check-open"));
		const sick = await anna.until(w("check-title", { name: domain }));
		for (const finding of [
			w("check-no-address", { at: "@" }),
			w("check-gone-target", { at: "www", part: `gone.${domain}` }),
			w("check-private-address", { at: "vpn", part: "10.0.0.1" }),
			w("mail-mx", { state: "none", count: 0 }),
		])
			expect(sick.text).toContain(finding);
		// The nameservers of the external service are on the internet, which a test cannot reach. So the bot reports that
		// no DNS server answered.
		expect(sick.text?.includes(w("check-offline"))).toBe(!managed());

		await writesZone(domain, [apex, `www CNAME ${domain}`, `@ MX 10 ${domain}`]);
		await anna.taps(t("button-refresh"));
		const healed = await anna.until(w("mail-mx", { state: "ok", count: 1 }));
		for (const problem of ["@", "10.0.0.1", `gone.${domain}`]) expect(healed.text).not.toContain(problem);
	});
});
