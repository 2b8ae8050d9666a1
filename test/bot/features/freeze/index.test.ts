import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const hourMs = 3_600_000;
type Person = Awaited<ReturnType<BotUnderTest["customer"]>>;

async function freezes(anna: Person): Promise<void> {
	await anna.says("/account");
	await anna.taps("🧊 Freeze");
	await anna.until("A freeze stops all new orders and changes of this account");
	await anna.taps("Freeze account");
	await anna.until("Freeze it now?");
	await anna.taps("Freeze now");
	await anna.until("Frozen by you");
}

async function asksForEnd(anna: Person): Promise<void> {
	await anna.says("/account");
	await anna.taps("🧊 Freeze");
	await anna.taps("🔓 Unfreeze");
	await anna.taps("🔓 Unfreeze in 1 h");
	await anna.until("at your request");
}

async function quotes(anna: Person, name: string): Promise<void> {
	await anna.says(name);
	await anna.until("available");
	await anna.taps("Register");
	await anna.until(`Register ${name}?`);
}

/** Creates a second person who connects to the first person's account. */
async function colleague(anna: Person): Promise<Person> {
	const boris = await world.customer();
	await boris.starts();
	const personId = boris.view.person.id;
	await world.fixture.actions.connection.connect({ personId, token: anna.account.token });
	return boris;
}

describe("a frozen account", () => {
	it("confirms no order of anyone connected until an hour after its end was asked for", async () => {
		const anna = await world.customer();
		const boris = await colleague(anna);
		await quotes(boris, "frozen-a.com");
		await freezes(anna);
		await world.work();
		const notice = await boris.until("🧊 Frozen by");
		expect(notice.text).toContain("No one can confirm orders or changes of this account here");
		await boris.taps("Pay");
		await boris.until("The account is frozen: orders and changes can’t be confirmed");
		await boris.says("/start");
		await boris.until("Frozen: orders and changes can’t be confirmed");
		await boris.says("/account");
		await boris.until("Frozen: orders and changes can’t be confirmed");
		await boris.taps("🧊 Freeze");
		await boris.taps("🔓 Unfreeze");
		await boris.until("Unfreeze in an hour?");
		await boris.taps("🔓 Unfreeze in 1 h");
		await boris.until("at your request");
		await world.work();
		const asked = await anna.until("request");
		expect(JSON.stringify(asked.keyboard)).toContain("Keep it");
		await anna.taps("🧊 Keep it");
		await anna.untilView(() => !anna.screen.includes("request"));
		await world.advance(2 * hourMs);
		await quotes(boris, "frozen-b.com");
		expect(boris.screen).toContain("The account is frozen: orders and changes can’t be confirmed");
		await boris.taps("See details");
		await boris.until("No one can confirm orders or changes of this account here");
		await asksForEnd(anna);
		await world.advance(hourMs - 60_000);
		await quotes(boris, "frozen-c.com");
		expect(boris.buttons.flat().join()).not.toContain("Pay");
		await world.advance(2 * 60_000);
		await quotes(boris, "frozen-d.com");
		await boris.taps("Pay");
		await boris.until("Placing your order");
		await world.work();
		await boris.until("frozen-d.com is registered");
		expect(anna.account.ledger.map(({ domain }) => domain)).toEqual(["frozen-d.com"]);
	});

	it("tells everyone once when it has ended, in place of the notice, and not if it was kept", async () => {
		const anna = await world.customer();
		const boris = await colleague(anna);
		const over = "You can confirm orders and changes again";
		const told = (person: Person) => person.messages.filter(({ text }) => text?.includes(over)).length;
		await freezes(anna);
		for (const isKept of [true, false]) {
			await asksForEnd(anna);
			await world.work();
			await boris.untilView(() => boris.screen.includes("request"));
			if (isKept) {
				await boris.taps("🧊 Keep it");
				await boris.untilView(() => !boris.screen.includes("request"));
			}
			await world.advance(hourMs + 60_000);
			await world.work();
			if (!isKept) for (const person of [anna, boris]) await person.until(over);
			expect([told(anna), told(boris)]).toEqual(isKept ? [0, 0] : [1, 1]);
		}
		expect(boris.screen).toContain(over);
		// Boris got messages that announced the end of the freeze, with the button `Keep it`. The freeze is over now, so no
		// message has this button any more.
		expect(JSON.stringify(boris.messages.map(({ keyboard }) => keyboard))).not.toContain("Keep it");
		expect(boris.messages.some(({ text }) => text?.includes("There is a newer message about this"))).toBe(true);
	});

	it("that is kept says so to the person who asked for its end, on the page and in one message", async () => {
		const anna = await world.customer();
		const boris = await colleague(anna);
		await freezes(anna);
		await world.work();
		await boris.until("🧊 Frozen by");
		await asksForEnd(boris);
		await world.work();
		await anna.untilView(() => anna.screen.includes("at the request of"));
		await anna.taps("🧊 Keep it");
		await anna.untilView(() => !anna.screen.includes("request"));
		await world.work();
		const kept = await boris.until("kept the freeze. It won’t end.");
		expect(kept.text).toContain("🧊 Frozen by");
		await boris.untilView(() => !boris.messages.some(({ text }) => text?.includes("at your request")));
		expect(JSON.stringify(boris.messages.map(({ keyboard }) => keyboard))).not.toContain("Keep it");
		const told = (person: Person) => person.messages.filter(({ text }) => text?.includes("kept the freeze")).length;
		expect([told(anna), told(boris)]).toEqual([0, 1]);
		await asksForEnd(anna);
		await world.work();
		await boris.untilView(() => boris.screen.includes("at the request of"));
		expect(told(boris)).toBe(0);
		await boris.taps("🧊 Keep it");
		await world.work();
		await anna.until("kept the freeze. It won’t end.");
	});

	it("finishes and names the orders that were confirmed before", async () => {
		const anna = await world.customer();
		await quotes(anna, "flight.com");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await freezes(anna);
		expect(anna.screen).toMatch(/Still in progress: #\w{4}/);
		await world.work();
		await anna.until("flight.com is registered");
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("stays frozen for a person who disconnects and connects again", async () => {
		const anna = await world.customer();
		await freezes(anna);
		const { personId, connectionId } = await connectionOf(anna);
		await world.fixture.actions.connection.disconnect({ personId, connectionId });
		await world.fixture.actions.connection.connect({ personId, token: anna.account.token });
		await quotes(anna, "again.com");
		expect(anna.screen).toContain("The account is frozen");
		expect(anna.account.ledger).toEqual([]);
	});
});

describe("a locked domain", () => {
	it("is not changed or renewed, and other domains are", async () => {
		const anna = await world.customer();
		for (const name of ["locked.com", "open.com"]) world.fixture.service.take(name, anna.account);
		await anna.says("/domains locked.com");
		await anna.until("Auto-renew: off");
		await anna.taps("⋯ More");
		await anna.taps("🧊 Freeze domain");
		await anna.until("A freeze stops all new orders and changes of this domain");
		expect(anna.screen).toContain("This stops the bot only");
		await anna.taps("🧊 Freeze domain");
		await anna.until("Freeze it now?");
		await anna.taps("Cancel");
		await anna.until("A freeze stops all new orders and changes of this domain");
		await anna.taps("🧊 Freeze domain");
		await anna.taps("Freeze now");
		await anna.until("🧊 Frozen by you");
		await anna.taps("Back");
		await anna.until("only on the registrar’s website");
		expect(anna.buttons.flat()).toContain("🧊 Frozen");
		await anna.taps("Back");
		await anna.until("Frozen: orders and changes of this domain can’t be confirmed");
		await anna.says("/renew locked.com 1");
		await anna.until("locked.com is frozen: its orders and changes can’t be confirmed");
		await anna.says("/renew open.com 1");
		await anna.until("Renew open.com?");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("open.com is renewed");
		expect(anna.account.ledger.map(({ domain }) => domain)).toEqual(["open.com"]);
	});
});

it("a domain of another account is locked only after a switch to that account", async () => {
	const anna = await world.customer();
	const { personId } = await connectionOf(anna);
	const other = world.fixture.service.openAccount(12_300);
	const domain = "elsewhere-locked.com";
	world.fixture.service.take(domain, anna.account);
	const freezes = () => world.fixture.database.sql`select account_id from bot.freezes where domain = ${domain}`;
	await anna.says(`/domains ${domain}`);
	await anna.until("Auto-renew: off");
	await anna.taps("⋯ More");
	await anna.until("only on the registrar’s website");
	await world.fixture.actions.connection.connect({ personId, token: other.token });
	await anna.taps("🧊 Freeze domain");
	await anna.until(`${domain} isn’t in this account`);
	expect(anna.buttons.flat().join()).not.toContain("Freeze domain");
	await anna.taps(`Use account ${anna.account.userId}`);
	const page = await anna.until("A freeze stops all new orders and changes of this domain");
	expect(page.text).toContain(`Account ${anna.account.userId}`);

	const connections = await world.fixture.actions.connection.list({ personId });
	const second = connections.find(({ account }) => account?.userId === other.userId);
	await world.fixture.actions.connection.switchTo({ personId, connectionId: second?.id ?? 0 });
	await world.fixture.actions.freeze.freeze({ personId, accountId: second?.account?.id ?? 0, domain });
	expect(await freezes()).toEqual([]);
	await anna.taps("🧊 Freeze domain");
	await anna.taps("Freeze now");
	const locked = await anna.until("🧊 Frozen by you");
	expect(locked.text).toContain(`Account ${anna.account.userId}`);
	expect(await freezes()).toHaveLength(1);
	await anna.taps("Unfreeze");
	await anna.taps("Unfreeze in 1 h");
	await anna.until("at your request");
	await anna.taps("Keep it");
	await anna.untilView(() => !anna.screen.includes("at your request"));
	expect(anna.screen).toContain("🧊 Frozen by you");
});

describe("a list with a locked domain", () => {
	async function ownerOfLocked(...names: [string, ...string[]]) {
		const anna = await world.customer();
		for (const name of names) {
			const records = [{ type: "A", name: "@", content: "203.0.113.1", ttl: 300 }];
			world.fixture.service.take(name, anna.account, { records });
		}
		const lock = async () => {
			const { personId } = await connectionOf(anna);
			await world.fixture.actions.domain.card({ personId, domain: names[0] });
			const accountId = (await world.fixture.actions.freeze.read({ personId, domain: "" }))?.accountId ?? 0;
			await world.fixture.actions.freeze.freeze({ personId, accountId, domain: names[0] });
		};
		return Object.assign(anna, { lock });
	}
	async function selects(anna: Person, count: number): Promise<void> {
		await anna.says("/domains");
		await anna.until("My domains");
		for (const label of ["Select", `Select all ${count}`, "⋯ More"]) await anna.taps(label);
	}

	it("is planned without that domain, which is named with the reason", async () => {
		const anna = await ownerOfLocked("lock-a.com", "lock-b.com", "lock-c.com");
		await anna.lock();
		await selects(anna, 3);
		await anna.taps("DNS");
		await anna.until("DNS of 3 domains");
		await anna.says("www A 203.0.113.5");
		const plan = await anna.until("➕ www A 203.0.113.5");
		expect(plan.text).toContain("lock-a.com — frozen");
		await anna.taps("Apply");
		await world.work();
		await anna.until("DNS records of 2 domains");
	});

	it("is renewed without that domain", async () => {
		const anna = await ownerOfLocked("lock-d.com", "lock-e.com", "lock-f.com");
		await anna.lock();
		await anna.says("/renew lock-d.com lock-e.com lock-f.com 1");
		const quote = await anna.until("lock-d.com — frozen");
		expect(quote.text).toContain("lock-e.com");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.untilView(() => anna.account.ledger.length === 2);
	});

	it("is planned again without a domain that was locked after the plan", async () => {
		const anna = await ownerOfLocked("lock-g.com", "lock-h.com", "lock-i.com");
		await selects(anna, 3);
		await anna.taps("DNS");
		await anna.until("DNS of 3 domains");
		await anna.says("www A 203.0.113.5");
		await anna.until("➕ www A 203.0.113.5");
		await anna.lock();
		await anna.taps("Apply");
		await anna.until("lock-g.com is frozen: its orders and changes can’t be confirmed");
		await anna.taps("Preview again");
		await anna.until("lock-g.com — frozen");
		await anna.taps("Apply");
		await world.work();
		await anna.until("DNS records of 2 domains");
	});
});

it("a person who is not connected cannot end a freeze", async () => {
	const anna = await world.customer();
	await freezes(anna);
	const { personId } = await connectionOf(anna);
	const state = await world.fixture.actions.freeze.read({ personId, domain: "" });
	const freezeId = state?.freeze?.id ?? 0;
	const stranger = (await connectionOf(await world.customer())).personId;
	await world.fixture.actions.freeze.end({ personId: stranger, freezeId });
	expect(await world.fixture.actions.freeze.get({ personId: stranger, freezeId })).toBeNull();
	expect((await world.fixture.actions.freeze.get({ personId, freezeId }))?.freeze?.end).toBeNull();
});

async function connectionOf(anna: Person) {
	const personId = anna.view.person.id;
	const connection = await world.fixture.actions.connection.current({ personId });
	return { personId, connectionId: connection?.id ?? 0 };
}

it("/freeze opens the page of the account, and with a name that of the domain", async () => {
	const anna = await world.customer();
	world.fixture.service.take("frozen-by-word.com", anna.account);
	await anna.says("/domains frozen-by-word.com");
	await anna.until("Auto-renew: off");
	await anna.says("/freeze");
	await anna.until("A freeze stops all new orders and changes of this account");
	await anna.says("/freeze frozen-by-word.com");
	const page = await anna.until("A freeze stops all new orders and changes of this domain");
	expect(page.text).toContain("frozen-by-word.com");
});
