import { expect, it, type TestContext, vi } from "vitest";
import { describeJourneys } from "../support/journeys.ts";
import type { Customer } from "../support/service-accounts.ts";
import { anything, like } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 12 });

describeJourneys(({ t, w, own, customer, newcomer, money, sql }) => {
	/** Creates a second person and connects them to the same account as `anna`. */
	async function colleague(test: TestContext, anna: Customer) {
		const token = await anna.token();
		const boris = await newcomer(test);
		await boris.says(`/connect ${token}`);
		await boris.until(w("connected-done", { last4: token.slice(-4) }));
		return boris;
	}

	/**
	 * After a person ends a freeze (a stop of new orders), it lasts for one more hour. Skips this hour for all freezes
	 * that the person ended.
	 */
	async function passesAnHour(anna: Customer): Promise<void> {
		await sql()`update bot.freezes set ends_at = ends_at - interval '1 hour' where ended_by = ${anna.view.person.id}`;
	}

	const by = (who: "you" | "other") => like(w("freeze-by", { who, person: "Anna", time: anything }));
	const ends = (who: "you" | "other") => like(w("freeze-ends", { who, person: "Anna", time: anything }));

	it("stops every order of the account and tells the others, until an hour after its end", async (test) => {
		const [quoted, later] = [own("frozen"), own("thawed")];
		const frozen = w("operation-frozen", { domain: "none" });
		const anna = await customer(test);
		const boris = await colleague(test, anna);
		await boris.says(quoted);
		await boris.until(w("offer-free", { name: quoted }));
		await boris.taps(t("offer-register"));
		await boris.until(w("operation-quoted", { kind: "register", what: quoted }));

		await anna.says("/account");
		await anna.taps(t("freeze-open"));
		await anna.taps(t("freeze-start-account"));
		await anna.taps(t("freeze-sure"));
		await anna.until(by("you"));
		const notice = await boris.until(by("other"));
		expect(notice.text).toContain(w("freeze-effect", { scope: "account" }));
		await boris.taps(t("operation-confirm", { money: money(11.5) }));
		await boris.until(frozen);

		await anna.taps(t("freeze-end"));
		await anna.until(w("freeze-end-question"));
		await anna.taps(t("freeze-end-sure"));
		await anna.until(ends("you"));
		await boris.until(ends("other"));
		await boris.taps(t("freeze-keep"));
		await boris.untilView(() => !boris.screen.match(ends("other")));
		await passesAnHour(anna);
		await boris.says(later);
		await boris.until(w("offer-free", { name: later }));
		await boris.taps(t("offer-register"));
		await boris.untilView(() => boris.screen.includes(frozen) && boris.screen.includes(later));
		expect(boris.buttons.flat()).not.toContain(t("operation-confirm", { money: money(11.5) }));

		await anna.says("/account");
		await anna.until(w("freeze-note-account"));
		await anna.taps(t("freeze-open"));
		await anna.taps(t("freeze-end"));
		await anna.taps(t("freeze-end-sure"));
		await anna.untilView(() => ends("you").test(anna.screen));
		await boris.untilView(() => ends("other").test(boris.screen));
		await passesAnHour(anna);
		await boris.says(later);
		await boris.taps(t("offer-register"));
		await boris.taps(t("operation-confirm", { money: money(11.5) }));
		await boris.until(w("operation-succeeded", { kind: "register", what: later, count: 1 }));
		await boris.says("/account");
		await boris.until(w("account-balance", { money: money(488.5) }));
	});

	it("locks one domain and tells the others, and leaves the other domains free", async (test) => {
		const [locked, open] = [own("locked"), own("unlocked")];
		const refusal = w("operation-frozen", { domain: locked });
		const anna = await customer(test);
		for (const name of [locked, open]) {
			await anna.owns(name);
			await anna.until(name);
		}
		const boris = await colleague(test, anna);
		await anna.says(`/domains ${locked}`);
		await anna.until(w("domain-no-auto-renew"));
		await anna.taps(t("button-more"));
		await anna.taps(t("freeze-lock"));
		await anna.taps(t("freeze-start-domain"));
		await anna.taps(t("freeze-sure"));
		await anna.until(by("you"));
		const notice = await boris.until(by("other"));
		expect(notice.text).toContain(locked);
		await anna.taps(t("button-back"));
		await anna.untilView(() => anna.buttons.flat().includes(t("freeze-unlock")));
		await anna.taps(t("button-back"));
		await anna.until(w("freeze-note-domain"));

		await boris.says(`/dns ${locked} www A 203.0.113.5`);
		const plan = await boris.until(refusal);
		expect(plan.keyboard?.flat().map(({ text }) => text)).not.toContain(t("operation-apply"));
		await anna.says(`/renew ${locked} 1`);
		await anna.until(refusal);
		await anna.says(`/renew ${open} 1`);
		await anna.until(w("operation-quoted", { kind: "renew", what: open }));
		await anna.taps(t("operation-confirm", { money: money(12.5) }));
		await anna.until(w("operation-succeeded", { kind: "renew", what: open, count: 1 }));

		await anna.says(`/domains ${locked}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("freeze-unlock"));
		await anna.taps(t("freeze-end"));
		await anna.taps(t("freeze-end-sure"));
		await anna.until(ends("you"));
		await passesAnHour(anna);
		await boris.says(`/dns ${locked} www A 203.0.113.5`);
		await boris.untilView(() => boris.buttons.flat().includes(t("operation-apply")));
		await boris.taps(t("operation-apply"));
		await boris.until(w("operation-succeeded", { kind: "dns", what: locked, count: 1 }));
	});
});
