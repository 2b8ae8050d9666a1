import { expect, it, vi } from "vitest";
import { describeJourneys } from "../support/journeys.ts";
import { anything, like } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 12 });

const apex = "@ A 203.0.113.1";
const mail = "@ MX 10 mail.example.net";

describeJourneys(({ t, w, own, owner }) => {
	it("applies a template to three domains, of which one fails, and undoes it for all others", async (test) => {
		const [one, two, shut] = [own("many-one"), own("many-two"), own("many-shut")];
		const names = [one, two, shut];
		const done = (what: string) => w("operation-succeeded", { kind: "dns", what, count: 3 });
		const anna = await owner(test, names, [apex, mail]);
		const { zone } = await anna.program();
		const zones = () => Promise.all(names.map(zone));
		await anna.says("/domains");
		await anna.taps(t("domains-select"));
		await anna.taps(t("selection-all", { count: 3 }));
		await anna.until(w("selection-count", { count: 3, total: 3 }));
		await anna.taps(t("button-more"));
		await anna.taps(t("domain-dns"));
		await anna.until(w("many-dns-title", { count: 3 }));
		await anna.taps(t("templates-open"));
		await anna.until(w("templates-title-many", { count: 3 }));
		await anna.taps("✉️");
		await anna.taps("Microsoft 365");
		await anna.until(".mail.protection.outlook.com");
		await anna.taps(t("templates-apply"));
		const plan = await anna.until(w("operation-quoted", { kind: "dns", what: t("operation-names", { count: 3 }) }));
		const mailOf = (name: string) => `${name.replaceAll(".", "-")}.mail.protection.outlook.com`;
		for (const name of names) expect(plan.text).toContain(`→ 0 ${mailOf(name)}`);
		expect(await zones()).toEqual(names.map(() => [apex, mail]));

		await anna.refusesChanges(shut);
		await anna.taps(t("operation-apply"));
		const receipt = await anna.until(done(t("operation-part", { done: 2, count: 3 })));
		for (const name of [one, two]) expect(receipt.text).toContain(`✅ ${name}`);
		expect(receipt.text).toMatch(like(`❌ ${shut} — ${w("problem-domain-blocked")}${anything}`));
		const [first, second, third] = await zones();
		expect(first).toContain(`@ MX 0 ${mailOf(one)}`);
		expect(second).toContain(`@ MX 0 ${mailOf(two)}`);
		expect(third).toEqual([apex, mail]);

		await anna.taps(t("operation-undo"));
		await anna.taps(t("undo-all", { count: 2 }));
		const way = await anna.until(w("operation-quoted", { kind: "dns", what: t("operation-names", { count: 2 }) }));
		expect(way.text).not.toContain(shut);
		await anna.taps(t("operation-apply"));
		await anna.until(done(t("operation-names", { count: 2 })));
		expect(await zones()).toEqual(names.map(() => [apex, mail]));
	});
});
