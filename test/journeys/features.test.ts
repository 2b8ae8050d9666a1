import { expect, it, vi } from "vitest";
import { labelsOf } from "../support/chat.ts";
import { describeJourneys } from "../support/journeys.ts";
import { anything, like } from "../support/texts.ts";

// The tests mostly wait for the rate limits of Telegram and of the service, so they run in parallel.
vi.setConfig({ testTimeout: 120_000, maxConcurrency: 8 });

describeJourneys(({ t, w, money, own, customer, managed }) => {
	it("finds a name by typing it, by a keyword and by the guided search, and shows the prices", async (test) => {
		const word = `findme-${t.locale}`;
		const shortlist = like(w("shortlist-title", { name: word, free: anything, total: anything }));
		const anna = await customer(test);
		await anna.says(own("find-me"));
		expect((await anna.until(w("offer-free", { name: own("find-me") }))).text).toContain(
			w("offer-price", { money: money(11.5) }),
		);
		await anna.says(word);
		await anna.until(shortlist);
		// A button that has no room for the whole name shows its extension.
		await anna.taps(".com ");
		await anna.until(like(w("offer-free", { name: `${word}.${anything}` })));
		await anna.taps(t("button-back"));
		await anna.until(shortlist);
		await anna.says("/search");
		await anna.until(w("search-ask"));
		await anna.says("find..me");
		await anna.until(w("name-problem-empty-label"));
		await anna.says(own("find-me-too"));
		await anna.until(w("offer-free", { name: own("find-me-too") }));
		await anna.says("/prices com");
		await anna.until(`.com ${money(11.5)}`);
	});

	it("watches a name until it is available for a price, and stops", async (test) => {
		const anna = await customer(test);
		await anna.says("/watch");
		await anna.until(w("watch-title"));
		await anna.says(`/watch ${own("watch-me")} 5`);
		await anna.until(w("watch-goal-under", { money: money(5) }));
		await anna.taps(t("watch-stop"));
		await anna.until(w("watch-stopped", { name: own("watch-me") }));
		await anna.says(`/watch ${own("watch-me")} 40`);
		expect(labelsOf(await anna.until(w("offer-watched")))).toContain(t("offer-register"));
	});

	it("registers a name with a label and a reference, and finds the order again", async (test) => {
		const anna = await customer(test);
		await anna.says(own("my-shop"));
		await anna.until(w("offer-free", { name: own("my-shop") }));
		await anna.taps(t("offer-register"));
		await anna.taps(t("register-change"));
		await anna.taps(t("register-years-button", { count: 2 }));
		await anna.until(w("quote-after", { money: money(476) }));
		await anna.taps(t("register-change"));
		await anna.taps(t("register-add-label"));
		await anna.until(w("register-label-ask", { name: own("my-shop") }));
		await anna.says("shop 17");
		await anna.until(w("operation-label", { label: "shop 17" }));
		await anna.taps(t("register-change"));
		await anna.taps(t("register-add-reference"));
		await anna.until(w("register-reference-ask", { name: own("my-shop") }));
		await anna.says("PO-17");
		await anna.until(w("quote-external", { reference: "PO-17" }));
		await anna.taps(t("operation-confirm", { money: money(24) }));
		const receipt = await anna.until(w("operation-succeeded", { kind: "register", what: own("my-shop"), count: 1 }));
		expect(receipt.text).toContain(w("operation-label", { label: "shop 17" }));
		await anna.until(w("operation-balance", { before: money(500), after: money(476) }));
		await anna.taps(t("operation-domain"));
		expect((await anna.until(like(w("domain-expires", { date: anything })))).text).toContain(
			w("quote-external", { reference: "PO-17" }),
		);
		const [, reference = ""] = /(#\w+)/.exec(receipt.text ?? "") ?? [];
		await anna.says(`/op ${reference.slice(1)}`);
		await anna.untilView(() => anna.screen.includes(reference));
		await anna.says("/ops");
		const orders = await anna.until(w("operations-title"));
		expect(labelsOf(orders).join()).toContain(own("my-shop"));
	});

	it("reads a pasted list, registers the available names, and shows a receipt for each", async (test) => {
		const [one, two] = [own("list-one"), own("list-two")];
		const anna = await customer(test);
		await anna.owns(own("list-mine"));
		await anna.until(w("alert-outside-domain-registered"));
		await anna.says(`${one}\nhttps://${two}/path\n${one.toUpperCase()}\n${own("list-mine")}\na..b.com`);
		await anna.until(followedBy(w("list-count-free", { count: 2 }), w("list-count-yours", { count: 1 })));
		await anna.taps(`🌐 ${own("list-mine")}`);
		await anna.until(w("domain-no-auto-renew"));
		await anna.taps(t("button-back"));
		await anna.until(followedBy(w("list-count-free", { count: 2 }), w("list-count-yours", { count: 1 })));
		await anna.taps(t("list-register", { count: 2 }));
		await anna.until(w("operation-quoted", { kind: "register", what: t("operation-names", { count: 2 }) }));
		await anna.taps(t("operation-confirm", { money: money(23) }));
		await anna.until(followedBy(`✅ ${one}`, `✅ ${two}`));
	});

	it("looks up a file of names in the background, and stops and continues on demand", async (test) => {
		const anna = await customer(test);
		const names = Array.from({ length: 700 }, (_, index) => own(`many-${index}`));
		await anna.sends({
			name: "names.csv",
			content: ["id;domain", ...names.map((each, at) => `${at};${each}`)].join("\n"),
		});
		await anna.until(like(w("list-progress", { checked: anything, total: 700 })));
		await anna.taps(t("list-stop"));
		await anna.until(like(w("list-stopped", { checked: anything, total: 700 })));
		await anna.taps(t("list-continue"));
		await anna.until(w("list-count-free", { count: 700 }));
		await anna.taps(t("selection-none"));
		await anna.until(w("selection-count", { count: 0, total: 700 }));
		await anna.taps(`▫️ ${own("many-3")}`);
		await anna.taps(t("list-register", { count: 1 }));
		await anna.until(like(w("operation-quoted", { kind: "register", what: own("many-3") })));
	});

	it("renews one domain from its card, then several by a list", async (test) => {
		const [one, two] = [own("renew-one"), own("renew-two")];
		const anna = await customer(test);
		for (const name of [one, two]) await anna.owns(name);
		await anna.says(`/domains ${one}`);
		await anna.until(w("domain-no-auto-renew"));
		await anna.taps(t("domain-renewal-open"));
		await anna.taps(t("domain-renew"));
		await anna.until(w("renew-years-ask", { name: one, most: 9 }));
		await anna.taps(t("register-years-button", { count: 2 }));
		await anna.until(w("operation-quoted", { kind: "renew", what: one }));
		await anna.taps(t("operation-confirm", { money: money(25) }));
		await anna.until(w("operation-succeeded", { kind: "renew", what: one, count: 1 }));
		await anna.says("/renew");
		await anna.until(w("domains-title", { count: 2 }));
		await anna.says(`${one}\n${two}\n${own("nobodys")}`);
		expect(
			(await anna.until(w("operation-quoted", { kind: "renew", what: t("operation-names", { count: 2 }) }))).text,
		).toContain(`${own("nobodys")} — ${w("skipped-not-yours")}`);
		await anna.taps(t("operation-confirm", { money: money(25) }));
		await anna.until(followedBy(`✅ ${one}`, `✅ ${two}`));
	});

	it("shows the pages of the domain list, searches in it, and opens a card", async (test) => {
		const anna = await customer(test);
		await anna.says("/domains");
		await anna.until(w("domains-none"));
		await anna.says("/alerts");
		await anna.taps(`🔔 ${t("alerts-all-domain-registered")}`);
		await anna.until(w("alerts-muted", { what: t("alerts-all-domain-registered") }));
		for (let index = 1; index <= 21; index += 1) await anna.owns(own(`page-${index}`));
		await anna.says("/domains");
		await anna.until(w("domains-title", { count: 21 }));
		const shown = () => anna.buttons.flat().filter((label) => label.startsWith("page-")).length;
		expect(shown()).toBe(20);
		await anna.taps(t("button-next"));
		await anna.untilView(() => shown() === 1);
		await anna.says("1");
		await anna.untilView(() => shown() === 20);
		await anna.says("/domains page-7");
		await anna.until(w("domains-found", { search: "page-7", count: 1 }));
		await anna.taps(own("page-7"));
		await anna.until(like(w("domain-expires", { date: anything })));
		await anna.taps(t("button-back"));
		await anna.until(w("domains-found", { search: "page-7", count: 1 }));
		await anna.says("/domains page-99");
		await anna.until(w("domains-none-found", { search: "page-99" }));
	});

	it("is reminded in the morning of what expires, decides about each name, and renews the rest", async (test) => {
		const [one, two, far] = [own("remind-one"), own("remind-two"), own("remind-far")];
		const anna = await customer(test);
		for (const name of [one, two, far]) {
			await anna.owns(name);
			await anna.until(name);
		}
		await anna.expiresIn(one, 20);
		await anna.expiresIn(two, 6);
		await anna.wakes();
		const reminder = await anna.until(w("reminder-title", { count: 2 }));
		expect(reminder.text).toContain(w("reminder-cost", { money: money(25) }));
		expect(reminder.text).toMatch(like(w("expiring-balance", { money: anything })));
		expect(labelsOf(reminder).join()).not.toContain(far);
		await anna.taps(two);
		await anna.until(like(w("renewal-expires", { name: two, date: anything })));
		await anna.taps(t("renewal-let-go"));
		await anna.until(w("renewal-let-go-on"));
		await anna.taps(t("button-back"));
		await anna.until(w("reminder-cost", { money: money(12.5) }));
		await anna.taps(t("expiring-renew-all", { count: 1 }));
		await anna.until(w("operation-quoted", { kind: "renew", what: one }));
		await anna.taps(t("operation-confirm", { money: money(12.5) }));
		await anna.until(w("operation-succeeded", { kind: "renew", what: one, count: 1 }));
		await anna.says("/expiring 30");
		await anna.until(w("expiring-title", { days: 30, count: 1 }));
		await anna.taps(t("planner-open"));
		await anna.until(w("planner-title", { count: 90 }));
		await anna.until(w("planner-let-go", { count: 1 }));
		await anna.taps(t("expiring-days", { count: 365 }));
		await anna.until(w("planner-title", { count: 365 }));
		await anna.taps(t("spending-picture"));
		await anna.until(w("planner-caption", { count: 365 }));
	});

	it("gets one message when renewal prices jump, and opens the history of a domain", async (test) => {
		const name = own("price-jump");
		const anna = await customer(test);
		await anna.owns(name);
		await anna.until(name);
		await anna.expiresIn(name, 90);
		await anna.says("/prices .com");
		await anna.taps("📈 .com");
		await anna.until(w("history-none"));
		await anna.wakes();
		await anna.seesPricesRise();
		const doubled = { name, old: money(6.25), date: anything, price: money(12.5) };
		await anna.until(like(w("jump-price", doubled)));
		await anna.taps(name);
		await anna.until(like(w("renewal-expires", { name, date: anything })));
		await anna.taps(t("operation-domain"));
		await anna.taps(t("domain-renewal-open"));
		await anna.taps(t("history-open"));
		await anna.until(like(w("history-now", { date: anything, price: money(12.5) })));
		await anna.taps(t("spending-picture"));
		await anna.until(w("history-caption", { name }));
	});

	it("adds a record to two domains at once, checks them, and saves the records as a template", async (test) => {
		const anna = await customer(test);
		const [one, two] = [own("bulk-one"), own("bulk-two")];
		for (const name of [one, two]) {
			await anna.owns(name);
			await anna.until(name);
		}
		await anna.says("/domains");
		await anna.taps(t("domains-select"));
		await anna.taps(t("selection-all", { count: 2 }));
		await anna.until(w("selection-count", { count: 2, total: 2 }));
		await anna.taps(t("button-more"));
		await anna.taps(t("domain-dns"));
		await anna.until(w("many-dns-title", { count: 2 }));
		await anna.says("shop 5 CNAME stores.example.net");
		const assumed = await anna.until(w("change-fitted", { count: 1 }));
		expect(assumed.text).toContain(w("dns-import-doubt-dot"));
		await anna.taps(t("button-back"));
		await anna.until(w("many-dns-title", { count: 2 }));
		await anna.says("@ TXT owner=anna");
		await anna.until("➕ @ TXT owner=anna");
		await anna.taps(t("operation-apply"));
		const what = t("operation-names", { count: 2 });
		await anna.until(w("operation-succeeded", { kind: "dns", what, count: 2 }));
		await anna.taps(t("mail-check"));
		await anna.until(w("mail-check-title", { count: 2 }));
		await anna.taps(one);
		await anna.until(w("check-title", { name: one }));
		await anna.taps(t("templates-open"));
		await anna.taps(t("templates-save"));
		await anna.taps(t("templates-save-as", { name: one }));
		await anna.until(w("templates-saved"));
		await anna.says(`/dns ${two} @ TXT second`);
		await anna.until("➕ @ TXT second");
		await anna.taps(t("operation-apply"));
		await anna.until(w("operation-succeeded", { kind: "dns", what: two, count: 1 }));
		await anna.says(`/dns ${two}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("templates-open"));
		await anna.taps(t("templates-save-as", { name: one }));
		await anna.taps(t("templates-apply"));
		await anna.until(w("plan-nothing", { name: two }));
	});

	it("asks for the personal values of a provider's template, one at a time", async (test) => {
		const zone = own("workspace");
		const anna = await customer(test);
		await anna.owns(zone);
		await anna.says(`/dns ${zone}`);
		await anna.until(w("dns-none"));
		await anna.taps(t("button-more"));
		await anna.taps(t("templates-open"));
		await anna.taps("✉️");
		await anna.taps("Google Workspace");
		await anna.until(w("templates-step", { step: 1, count: 2 }));
		await anna.says("google-site-verification=");
		await anna.until(w("templates-bad-proof"));
		const proof = "google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ";
		await anna.says(proof);
		await anna.until(w("templates-step", { step: 2, count: 2 }));
		await anna.taps(t("templates-skip"));
		await anna.until(`➕ @ TXT ${proof}`);
		await anna.taps(t("operation-apply"));
		await anna.until(w("operation-succeeded", { kind: "dns", what: zone, count: 1 }));
		await anna.says(`/dns ${zone}`);
		await anna.until(w("dns-title", { name: zone, count: 3 }));
	});

	it("tags a domain and keeps a note about it, and finds it by its tag", async (test) => {
		const anna = await customer(test);
		const [one, two] = [own("tagged"), own("untagged")];
		for (const name of [one, two]) await anna.owns(name);
		await anna.says(`/domains ${one}`);
		await anna.taps(t("domain-tags"));
		await anna.until(w("tags-title", { name: one }));
		await anna.says("sale");
		await anna.until(w("tags-added", { count: 1, tags: "#sale" }));
		await anna.taps(t("domain-note"));
		await anna.until(w("note-title", { name: one }));
		await anna.says("Ask <Bob>");
		await anna.until("Ask <Bob>");
		await anna.says("/domains #sale");
		await anna.until(w("domains-found", { search: "#sale", count: 1 }));
		await anna.taps(t("domains-select"));
		await anna.taps(t("selection-all", { count: 1 }));
		await anna.until(w("selection-count", { count: 1, total: 1 }));
		await anna.taps(t("button-more"));
		await anna.taps(t("domains-tag-selected"));
		await anna.taps("✅ #sale");
		await anna.until(w("tags-title-many", { count: 1 }));
		await anna.untilView(() => !anna.buttons.flat().join().includes("#sale"));
	});

	it("adds, changes and deletes records, reads each back after it was confirmed, and undoes the last change", async (test) => {
		const zone = own("zone");
		const changed = w("operation-succeeded", { kind: "dns", what: zone, count: 1 });
		const anna = await customer(test);
		await anna.owns(zone);
		await anna.says(`/dns ${zone}`);
		await anna.until(w("dns-none"));
		await anna.taps(t("dns-add"));
		await anna.until(w("record-ask-type", { name: zone }));
		await anna.taps("A");
		await anna.taps("www");
		await anna.until(w("record-ask-a", { host: "www" }));
		await anna.says("203.0.113.7");
		await anna.until("➕ www A 203.0.113.7");
		await anna.taps(t("operation-apply"));
		await anna.until(changed);
		await anna.says(`/dns ${zone} mail A 203.0.113.8`);
		await anna.until("➕ mail A 203.0.113.8");
		await anna.taps(t("operation-apply"));
		await anna.until(followedBy(changed, "mail A"));
		await anna.says(`/dns ${zone}`);
		await anna.until(w("dns-title", { name: zone, count: 2 }));
		await anna.taps("www A 203.0.113.7");
		await anna.taps(t("record-edit"));
		await anna.until(w("record-ask-new-value"));
		await anna.says("203.0.113.9");
		await anna.until("✏️ www A 203.0.113.7");
		await anna.taps(t("operation-apply"));
		await anna.until(followedBy(changed, "203.0.113.9"));
		await anna.says(`/dns ${zone}`);
		await anna.until(w("dns-title", { name: zone, count: 2 }));
		await anna.taps("mail A");
		await anna.taps(t("record-delete"));
		await anna.until("➖ mail A 203.0.113.8");
		await anna.taps(t("operation-apply"));
		await anna.until(followedBy(changed, "➖ mail"));
		await anna.says(`/dns ${zone}`);
		const page = await anna.until(w("dns-title", { name: zone, count: 1 }));
		expect(labelsOf(page)).toContain("www A 203.0.113.9");
		await anna.taps(t("operation-undo"), { above: true });
		await anna.until("➕ mail A 203.0.113.8");
	});

	it("shows if a domain is live, or that there is no internet, and watches it", async (test) => {
		const anna = await customer(test);
		await anna.owns(own("live"));
		await anna.until(w("alert-outside-domain-registered"));
		await anna.says(`/domains ${own("live")}`);
		await anna.until(w("domain-no-auto-renew"));
		await anna.taps(t("domain-dns"));
		await anna.taps(t("button-more"));
		await anna.taps(t("elsewhere-watch"));
		await anna.untilView(() => anna.buttons.flat().includes(t("elsewhere-unwatch")));
		await anna.taps(t("button-back"));
		await anna.taps(t("domain-live"));
		const live = { outcome: "live", count: 3, total: 3 };
		await anna.until(managed() ? w("live-seen", live) : w("live-offline"));
		await anna.taps(t("button-back"));
		await anna.taps(t("button-more"));
		await anna.taps(t("elsewhere-unwatch"));
		await anna.untilView(() => anna.buttons.flat().includes(t("elsewhere-watch")));
	});

	it("replaces the nameservers, goes back to a preset, and connects an edge profile", async (test) => {
		const served = own("served");
		const moved = w("operation-succeeded", { kind: "nameservers", what: served, count: 1 });
		const anna = await customer(test);
		await anna.owns(served);
		await anna.says(`/ns ${served}`);
		await anna.until(w("servers-title", { name: served }));
		await anna.taps(t("servers-replace"));
		await anna.until(w("servers-ask", { name: served }));
		await anna.says("ns1.other.net\nns2.other.net");
		await anna.until(w("change-then"));
		await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await anna.until(moved);
		await anna.says(`/ns ${served}`);
		await anna.until("ns2.other.net");
		// A preset is a named list of nameservers. Only the built-in service reports the key of its default preset. With an
		// external service, the bot has no button for it, so the person types the key.
		if (managed()) await anna.taps(t("servers-default"));
		else {
			await anna.taps(t("servers-replace"));
			await anna.says("preset default");
		}
		await anna.until(w("change-preset", { key: "default" }));
		if (!managed()) await anna.taps(t("operation-apply"));
		await anna.taps(t("operation-sure-change", { kind: "nameservers" }));
		await anna.until(followedBy(moved, "default"));
		await anna.says(`/edge ${served} nothing`);
		// An edge profile is a named configuration that a domain can use. An external service does not list its profiles.
		// So the bot learns that this profile does not exist only when the service refuses the order.
		if (managed()) await anna.until(w("plan-profile-missing", { name: served, part: "nothing" }));
		else {
			await anna.until(w("domain-edge", { key: "nothing" }));
			await anna.taps(t("operation-apply"));
			await anna.until(w("problem-edge-not-configured"));
		}
		await anna.says(`/edge ${served} main`);
		await anna.until(w("domain-edge", { key: "main" }));
		await anna.taps(t("operation-apply"));
		await anna.until(w("operation-succeeded", { kind: "edge", what: served, count: 1 }));
		await anna.says(`/edge ${served}`);
		await anna.until(w("domain-edge", { key: "main" }));
	});

	it("notifies of known and unknown events, and shows the account and the delivery log", async (test) => {
		const watched = own("watched");
		const odd = new RegExp(`${like(w("alert-other", { type: anything })).source}|${w("alert-webhook-test")}`);
		const anna = await customer(test);
		await anna.owns(watched);
		await anna.until(w("alert-outside-domain-registered"));
		await anna.setsBlocked(watched, true);
		await anna.until(w("alert-domain-blocked"));
		await anna.taps(t("incident-open"));
		await anna.until(w("incident-works"));
		await anna.taps(t("button-back"));
		await anna.until(watched);
		await anna.setsBlocked(watched, false);
		await anna.until(w("alert-domain-unblocked"));
		await anna.until(like(w("alert-lasted", { duration: anything })));
		await anna.getsUnknownEvent();
		await anna.until(odd);
		await anna.says("/account");
		await anna.until(w("account-balance", { money: money(500) }));
		await anna.taps(t("account-profile"));
		if (managed()) await anna.taps(t("profile-webhook"));
		await anna.taps(t("account-deliveries"));
		await anna.until(w("deliveries-state", { state: "delivered" }));
		expect(anna.screen).toContain(t("alerts-domain-unblocked"));
		await anna.taps(t("deliveries-failed"));
		await anna.until(w("deliveries-none-failed"));
		await anna.taps(t("button-back"));
		await anna.untilView(() => anna.buttons.flat().includes(t("account-deliveries")));
	});

	it("manages the API in the chat, or explains how to do it at the service", async (test) => {
		const anna = await customer(test);
		await anna.says("/api");
		await anna.until(like(w("profile-title", { user: anything })));
		if (!managed()) {
			const guide = await anna.until(like(w("profile-guide", { service: "none", user: anything })));
			expect(guide.text).toContain("203.0.113.9");
			expect(guide.text).toContain(w("profile-guide-secret", { kept: "true" }));
			expect(labelsOf(guide).join()).not.toContain(t("profile-token-reissue"));
			await anna.taps(t("home-accounts"));
			await anna.until(w("account-balance", { money: money(500) }));
			return;
		}
		await anna.taps(t("profile-token"));
		await anna.taps(t("profile-token-reissue"));
		await anna.taps(t("profile-sure-old-token"));
		await anna.until(w("secret-token"));
		await anna.taps(t("secret-saved"));
		await anna.until(w("secret-token-gone"));
		await anna.says("/api");
		await anna.taps(t("profile-whitelist"));
		await anna.until(w("profile-whitelist-how"));
		await anna.says("203.0.113.0/24");
		await anna.taps("🗑 203.0.113.0/24");
		await anna.untilView(() => !anna.buttons.flat().includes("🗑 203.0.113.0/24"));
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-webhook"));
		await anna.taps(t("profile-webhook-test"));
		await anna.until(like(w("profile-test-delivered", { status: anything })));
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-presets"));
		await anna.says("mine ns1.example.net ns2.example.net");
		await anna.until("mine: ns1.example.net, ns2.example.net");
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-defaults"));
		await anna.taps("🧭 mine");
		await anna.until(t("profile-default-preset", { key: "mine" }));
		await anna.says(own("still-connected"));
		await anna.until(w("offer-free", { name: own("still-connected") }));
	});
});

function followedBy(words: string, more: string): RegExp {
	return new RegExp(`${like(words).source}[\\s\\S]*${like(more).source}`);
}
