import { expect, it, onTestFinished, vi } from "vitest";
import { openSandbox } from "../bot/sandbox.ts";
import { startWholeBot } from "../bot/setup.ts";
import { done } from "../support/service.ts";
import { anything, like, texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000 });

it.each(texts.locales)("tells about a block and its end, with a page to act on, in %s", async (locale) => {
	const t = texts(locale);
	const w = (key: string, vars = {}) => words(t, key, vars);
	const world = await startWholeBot();
	onTestFinished(() => world[Symbol.asyncDispose]());
	const { admin } = world.ground.service;
	const { sql } = world.ground.database;
	const anna = await openSandbox(world, locale);
	const domain = `letter-${locale}.com`;
	const user = String(anna.userId);
	/** Returns the time at which an event of the domain happened, as the service reports it. */
	async function timeOf(type: string): Promise<Date> {
		const [event] = await sql<{ at: string }[]>`
			select body::jsonb ->> 'occurred_at' as at from service.events where domain = ${domain} and type = ${type}`;
		return new Date(event?.at ?? "");
	}

	done(await admin.register("register", anna.userId, domain));
	await anna.until(domain);

	done(await admin.block("block", domain, "Phishing <reported> & confirmed"));
	const alert = await anna.until(`${domain}\n${w("alert-domain-blocked")}`);
	expect(alert.text).toContain(w("alert-reason", { reason: "Phishing <reported> & confirmed" }));
	const since = await timeOf("domain.blocked");

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

	// The page said that changes are locked. So the bot must refuse a change before it shows a plan.
	await anna.says(`/dns ${domain} www A 203.0.113.5`);
	await anna.until(like(w("domain-blocked", { time: t.time(since) })));
	expect(anna.buttons.flat()).not.toContain(t("operation-apply"));

	await world.advance(145 * 60_000);
	done(await admin.unblock("unblock", domain));
	const end = await anna.until(`${domain}\n${w("alert-domain-unblocked")}`);
	const minutes = Math.floor(((await timeOf("domain.unblocked")).getTime() - since.getTime()) / 60_000) - 180;
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
	await anna.until("➕ www A 203.0.113.5");
	expect(anna.buttons.flat()).toContain(t("operation-apply"));
});
