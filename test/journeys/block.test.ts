import { expect, it, vi } from "vitest";
import { labelsOf } from "../support/chat.ts";
import { describeTimedJourneys } from "../support/journeys.ts";
import { anything, like } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000 });

describeTimedJourneys(({ t, w, own, begin }) => {
	it("tells about a block and its end, with a page to act on", async (test) => {
		const { world, anna, managed } = await begin(test);
		const domain = own("letter");
		const user = String(anna.userId);

		await anna.owns(domain);
		await anna.until(domain);

		const since = await anna.setsBlocked(domain, true, "Phishing <reported> & confirmed");
		const alert = await anna.until(`${domain}\n${w("alert-domain-blocked")}`);
		expect(alert.text).toContain(w("alert-reason", { reason: "Phishing <reported> & confirmed" }));

		await world.advance(47 * 60_000);
		await anna.taps(t("incident-open"));
		const page = await anna.until(w("incident-letter"));
		expect(page.text).toMatch(like(w("incident-blocked", { time: t.time(since), duration: anything })));
		for (const part of ["works", "locked", "check-mail", "check-site", "check-records"])
			expect(page.text).toContain(w(`incident-${part}`));
		expect(page.text).toContain(w("domain-blocked-heard"));
		const letter = [
			t("incident-letter-domain", { domain, user }),
			t("incident-letter-since", { time: `${since.toISOString().slice(0, 16).replace("T", " ")} UTC` }),
			`${t("incident-letter-reason")} Phishing <reported> & confirmed`,
			t("incident-letter-ask"),
		].join("\n");
		expect(page.text).toContain(letter);
		const copied = page.keyboard?.flat().find(({ text }) => text === t("incident-copy"));
		expect(copied).toMatchObject({ copy_text: letter });

		await anna.says(`/dns ${domain} www A 203.0.113.5`);
		if (managed) {
			// The page said that changes of this domain are locked. So the bot must refuse a change at once, without a
			// preview.
			const page = await anna.until(like(w("domain-blocked", { time: t.time(since) })));
			expect(labelsOf(page)).not.toContain(t("operation-apply"));
		} else {
			// The external service does not report that a domain is blocked. So the bot shows the preview, and the service
			// refuses the change after the tap on Apply.
			await anna.until("➕ www A 203.0.113.5");
			await anna.taps(t("operation-apply"));
			// Earlier messages contain the text of this error too. Only the receipt of the order also shows the record, so
			// wait for both.
			const receipt = ["www A 203.0.113.5", w("problem-domain-blocked")];
			await anna.untilView(() => receipt.every((part) => anna.screen.includes(part)));
		}

		await world.advance(145 * 60_000);
		const until = await anna.setsBlocked(domain, false);
		const end = await anna.until(`${domain}\n${w("alert-domain-unblocked")}`);
		const minutes = Math.floor((until.getTime() - since.getTime()) / 60_000) - 180;
		expect(minutes).toBeGreaterThanOrEqual(12);
		const duration = t("duration-hours", { hours: 3, minutes });
		expect(end.text).toContain(w("alert-blocked-for", { duration }));

		const textOf = (id: number) => anna.messages.find(({ message_id }) => message_id === id)?.text ?? "";
		await anna.untilView(() => textOf(page.message_id).includes(w("incident-ended", { duration })), "an old page");
		expect(textOf(page.message_id)).toContain(w("incident-from", { time: t.time(since) }));
		expect(textOf(page.message_id)).not.toContain(w("incident-letter"));
		await anna.untilView(() => textOf(alert.message_id).includes(w("alert-lasted", { duration })), "an old alert");
		expect(textOf(alert.message_id)).not.toContain(w("domain-blocked-next"));

		await anna.says(`/dns ${domain} www A 203.0.113.5`);
		await anna.untilView(() => anna.screen.includes("➕ www A 203.0.113.5"));
		expect(anna.buttons.flat()).toContain(t("operation-apply"));
	});
});
