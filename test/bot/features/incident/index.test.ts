import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Chat } from "../../../support/chat.ts";
import { type BotUnderTest, startBot, startWholeBot } from "../../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

const signal = new AbortController().signal;
/** In the past, because a time ahead of the clock counts as the arrival of its event. */
const start = Date.UTC(2026, 2, 1, 12);
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person with an account. The returned `happens` delivers an event about a domain and runs all jobs. */
async function owner() {
	const anna = await world.customer();
	await anna.starts();
	const { fixture } = world;
	let events = 0;
	async function happens(domain: string, blocked: boolean, minutes: number, reason: string | null = null) {
		const { sql } = fixture.database;
		const event = `${domain} ${++events}`;
		const type = blocked ? "domain.blocked" : "domain.unblocked";
		const [row] = await sql<{ id: string }[]>`
			insert into bot.inbox (account_id, event_id, body_hash, type, domain, occurred_at, reason, body)
			select a.id, ${event}, ${event}, ${type}, ${domain}, ${at(minutes)}, ${reason}, '{}'
			from bot.accounts a where a.user_id = ${anna.account.userId} returning id`;
		await fixture.tasks.event(row?.id ?? "", signal);
		await world.work();
	}
	return { anna, happens };
}

const shown = (anna: Chat, part: string) => anna.messages.filter(({ text }) => text?.includes(part));

it("edits the alert of a block when it ends", async () => {
	const { anna, happens } = await owner();
	await happens("paired.com", true, 0, "phishing");
	const alert = await anna.until("⛔ Domain blocked.");
	await happens("paired.com", false, 192);
	await anna.until("✅ Domain unblocked.\nBlocked for 3 h 12 min.");
	const edited = anna.messages.find(({ message_id }) => message_id === alert.message_id);
	expect(edited?.text).toContain("paired.com\n✅ Unblocked after 3 h 12 min\n\nReason: phishing");
});

it("says the same if the events arrive in the wrong order", async () => {
	const { anna, happens } = await owner();
	await happens("late.com", false, 192);
	const alert = await anna.until("✅ Domain unblocked.");
	await happens("late.com", true, 0, "phishing");
	const late = await anna.until("Reason: phishing");
	expect(late.text).toContain("late.com\n✅ Unblocked after 3 h 12 min");
	const edited = anna.messages.find(({ message_id }) => message_id === alert.message_id);
	expect(edited?.text).toContain("Blocked for 3 h 12 min");
});

it("shows the newest block of a domain that was blocked twice", async () => {
	const { anna, happens } = await owner();
	world.fixture.service.take("twice.com", anna.account);
	await happens("twice.com", true, 0, "first reason");
	await happens("twice.com", false, 10);
	await happens("twice.com", true, 60, "second reason");
	await anna.until("Reason: second reason");
	await anna.taps("⛔ What to do");
	await anna.until("Blocked once before");
	expect(anna.screen).toContain("Reason: second reason");
	expect(anna.screen).not.toContain("first reason");
	const edited = shown(anna, "first reason");
	expect(edited.map(({ text }) => text)).toEqual([expect.stringContaining("Unblocked after 10 min")]);
});

it("opens the page of each domain of a list", async () => {
	const { anna, happens } = await owner();
	for (const domain of ["many-one.com", "many-two.com"]) {
		world.fixture.service.take(domain, anna.account);
		await happens(domain, true, 0);
	}
	await anna.until("2 domains blocked");
	await anna.taps("⛔ many-two.com");
	await anna.until("You can’t change its DNS records");
	expect(anna.screen).toContain("many-two.com");
	await happens("many-one.com", false, 5);
	await anna.until(/many-one\.com · Unblocked after 5 min/);
});

it("updates the page and the alert over the real service", async () => {
	const whole = await startWholeBot();
	onTestFinished(() => whole[Symbol.asyncDispose]());
	const { admin } = whole.ground.service;
	const anna = await whole.chat();
	await anna.starts();
	await anna.taps("🧪");
	await anna.until("✅");
	const { sql } = whole.ground.database;
	const [account] = await sql<{ user_id: string }[]>`select user_id from bot.accounts`;
	await admin.register("real.com", Number(account?.user_id), "real.com");
	await anna.until("Registered outside");
	await admin.block("block", "real.com", "phishing");
	await anna.until("⛔ Domain blocked.");
	await anna.taps("⛔ What to do");
	const page = await anna.until("Letter to the registrar");
	expect(page.text).toContain("Reason: phishing");
	expect(page.text).toContain("We’ll alert you when it’s unblocked.");
	await whole.advance(192 * 60_000);
	await admin.unblock("unblock", "real.com");
	const isEdited = () =>
		anna.messages.some(({ message_id, text }) => message_id === page.message_id && text?.includes("after 3 h 12 min"));
	await anna.untilView(isEdited, "the page was not edited");
	await anna.untilView(() => shown(anna, "Unblocked after 3 h 12 min").length === 2, "the alert was not edited");
	await anna.says("/domains real.com");
	await anna.until("Paid until");
	expect(anna.buttons.flat()).not.toContain("⛔ What to do");
});
