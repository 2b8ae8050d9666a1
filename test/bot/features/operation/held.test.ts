import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { texts, words } from "../../../support/texts.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe.each(texts.locales)("in %s, an order that the service refuses to run", (locale) => {
	const t = texts(locale);

	/** Creates a person who owns a domain and has opened a quote for its renewal. */
	async function beforeRenewal(domain: string) {
		const { id } = await world.meet(locale);
		const { account } = await world.fixture.customer(id);
		await world.fixture.database.sql`update bot.people set locale = ${locale} where id = ${id}`;
		const anna = await world.chat({ person: id });
		world.fixture.service.take(domain, account);
		await anna.says(`/renew ${domain} 1`);
		const quote = await anna.until(words(t, "operation-quoted", { kind: "renew", what: domain }));
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(quote.text ?? "") ?? [];
		return Object.assign(anna, { account, quote, reference });
	}

	const kind = "renew";
	const waiting = () => words(t, "connected-waiting", { count: 1 });

	it("because of its token says so, and can be opened after the new token is connected", async () => {
		const anna = await beforeRenewal(`token-${locale}.com`);
		const token = world.fixture.service.reissue(anna.account);
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await world.work();
		await anna.until(words(t, "operation-hold-access", { kind, refused: "token" }));
		expect(anna.buttons).toEqual([
			[t("button-connect"), t("connection-check-test")],
			[t("operation-withdraw")],
			[t("operation-steps")],
			[t("button-home")],
		]);
		await anna.taps(t("button-connect"));
		await anna.says(token);
		await anna.until(waiting());
		expect(anna.buttons[0]).toEqual([t("operation-open", { reference: anna.reference })]);
		await world.work();
		await anna.taps(anna.reference);
		const again = await anna.until(words(t, "quote-anew"));
		expect(again.message_id).not.toBe(anna.quote.message_id);
		expect(anna.account.ledger).toEqual([]);
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await world.work();
		await anna.until(words(t, "operation-succeeded", { kind, what: `token-${locale}.com`, count: 1 }));
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("because of the bot's address leads to the whitelist check and back", async () => {
		const anna = await beforeRenewal(`address-${locale}.com`);
		anna.account.whitelisted = false;
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await world.work();
		await anna.until(words(t, "operation-hold-access", { kind, refused: "address" }));
		expect(anna.buttons.slice(0, 2)).toEqual([[t("button-connection-check")], [t("operation-withdraw")]]);
		await anna.taps(t("button-connection-check"));
		await anna.until(words(t, "connection-check-title"));
		anna.account.whitelisted = true;
		await anna.taps(t("connection-check-test"));
		await anna.until(waiting());
		await world.work();
		await anna.taps(anna.reference);
		await anna.until(words(t, "quote-anew"));
	});

	it("because its API is off continues with the same token, which its own message can test", async () => {
		const anna = await beforeRenewal(`off-${locale}.com`);
		world.fixture.service.fail(/account/, { kind: "refused", status: 401, code: "unauthorized" });
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await world.work();
		await anna.until(words(t, "operation-hold-access", { kind, refused: "token" }));
		await anna.taps(t("connection-check-test"));
		await anna.until(waiting());
		await world.work();
		await anna.until(words(t, "quote-anew"));
	});

	it("for a person without access is not accepted, and leads to reconnecting and a new price", async () => {
		const boris = await beforeRenewal(`shut-${locale}.com`);
		const anna = await world.meet(locale);
		await world.fixture.customer(anna.id, boris.account);
		const token = world.fixture.service.reissue(boris.account);
		await world.fixture.actions.connection.connect({ personId: anna.id, token });
		await boris.taps(t("operation-confirm", { money: t.money(1_250) }));
		await boris.until(words(t, "operation-barred", { kind }));
		expect(boris.buttons).toEqual([
			[t("button-connect"), t("operation-requote")],
			[t("operation-leave")],
			[t("button-home")],
		]);
		await world.work();
		expect(boris.account.ledger).toEqual([]);
		await boris.taps(t("button-connect"));
		await boris.says(token);
		await boris.until(waiting());
		await boris.taps(t("operation-requote"));
		await boris.taps(t("operation-confirm", { money: t.money(1_250) }));
		await world.work();
		await boris.until(words(t, "operation-succeeded", { kind, what: `shut-${locale}.com`, count: 1 }));
		expect(boris.account.ledger).toHaveLength(1);
	});

	it("that may have run is only looked up, and says no more than that", async () => {
		const anna = await beforeRenewal(`doubt-${locale}.com`);
		world.fixture.service.fail(/renew/, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await world.work();
		world.fixture.service.reissue(anna.account);
		world.fixture.service.heal();
		await world.advance(60_000);
		await world.work();
		await anna.until(words(t, "operation-hold-access-asked", { kind, refused: "token" }));
		expect(anna.buttons[0]).toEqual([t("button-connect"), t("connection-check-test"), t("operation-look")]);
	});
});
