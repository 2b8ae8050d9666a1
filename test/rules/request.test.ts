import { describe, expect, it } from "vitest";
import { recognise } from "../../src/rules/recognise.ts";
import { requestWords } from "../../src/rules/request-words.ts";
import { texts } from "../support/texts.ts";

it("has words for every language of the bot", () => {
	expect(Object.keys(requestWords).sort()).toEqual([...texts.locales].sort());
});

const record = (at: string, line: string, more: object = {}) => ({
	wants: "record",
	at,
	host: "@",
	record: line,
	...more,
});
/** Sentences as people type them, and what each must mean. */
const sentences: readonly [text: string, request: object][] = [
	["top up 50", { wants: "top_up", cents: 5_000 }],
	["Top up my balance with $50 please", { wants: "top_up", cents: 5_000 }],
	["add money", { wants: "top_up", cents: null }],
	["ADD $99.50 TO MY ACCOUNT", { wants: "top_up", cents: 9_950 }],
	["can you deposit 200 usd?", { wants: "top_up", cents: 20_000 }],
	["пополнить на 50", { wants: "top_up", cents: 5_000 }],
	["Пополни баланс на 100 долларов, пожалуйста", { wants: "top_up", cents: 10_000 }],
	["закинь денег", { wants: "top_up", cents: null }],
	["buy coolname.com for 2 years", { wants: "register", names: ["coolname.com"], years: 2 }],
	[
		"please register coolname.com and coolname.net for three years",
		{ wants: "register", names: ["coolname.com", "coolname.net"], years: 3 },
	],
	["For 2 years buy coolname.com", { wants: "register", names: ["coolname.com"], years: 2 }],
	["купи coolname.com на 2 года", { wants: "register", names: ["coolname.com"], years: 2 }],
	["Хочу зарегистрировать coolname.com на год", { wants: "register", names: ["coolname.com"], years: 1 }],
	["buy coffee", { wants: "search", words: "coffee" }],
	["renew my-shop.com", { wants: "renew", names: ["my-shop.com"], years: null }],
	["Renew my-shop.com for 3 years!", { wants: "renew", names: ["my-shop.com"], years: 3 }],
	["renew my-shop.com for 2 years under $30", { wants: "renew", names: ["my-shop.com"], years: 2 }],
	["renew my-shop.com for $5", { wants: "renew", names: ["my-shop.com"], years: null }],
	["could you extend my-shop.com 1y", { wants: "renew", names: ["my-shop.com"], years: 1 }],
	["renew", { wants: "renew", names: [], years: null }],
	["продли my-shop.com на два года", { wants: "renew", names: ["my-shop.com"], years: 2 }],
	["Продлить my-shop.com и one-field.com", { wants: "renew", names: ["my-shop.com", "one-field.com"], years: null }],
	["renew everything that expires in 30 days", { wants: "renew_expiring", days: 30 }],
	["renew all expiring next month", { wants: "renew_expiring", days: 30 }],
	["renew all my domains", { wants: "renew_expiring", days: null }],
	["продли всё, что истекает за 30 дней", { wants: "renew_expiring", days: 30 }],
	["what expires this week", { wants: "expiring", days: 7 }],
	["Which domains expire in the next 90 days?", { wants: "expiring", days: 90 }],
	["когда истекает my-shop.com", { wants: "card", name: "my-shop.com" }],
	["when does my-shop.com expire?", { wants: "card", name: "my-shop.com" }],
	["что истекает в этом месяце", { wants: "expiring", days: 30 }],
	["how much did I spend in May", { wants: "spending", month: 5 }],
	["How much have I spent this month?", { wants: "spending", ago: 0 }],
	["spending last month", { wants: "spending", ago: 1 }],
	["сколько я потратил в мае", { wants: "spending", month: 5 }],
	["расходы за октябрь 2026", { wants: "spending", month: 10, year: 2026 }],
	["what do I have under .net", { wants: "portfolio", extension: ".net" }],
	["show my .COM domains", { wants: "portfolio", extension: ".com" }],
	["что у меня в .net", { wants: "portfolio", extension: ".net" }],
	["какие у меня домены", { wants: "portfolio" }],
	["which domains are blocked", { wants: "portfolio", blocked: true }],
	["point one-field.com to 203.0.113.9", record("one-field.com", "A 203.0.113.9", { replaces: true })],
	["Point www.one-field.com at other.net", record("www.one-field.com", "CNAME other.net", { replaces: true })],
	["направь one-field.com на 203.0.113.9", record("one-field.com", "A 203.0.113.9", { replaces: true })],
	["make one-field.com point to 203.0.113.9", record("one-field.com", "A 203.0.113.9", { replaces: true })],
	["set the A record of one-field.com to 203.0.113.9", record("one-field.com", "A 203.0.113.9", { replaces: true })],
	["поставь A-запись 203.0.113.9 для one-field.com", record("one-field.com", "A 203.0.113.9", { replaces: true })],
	["set MX mail.other.net for one-field.com", record("one-field.com", "MX 10 mail.other.net", { replaces: false })],
	[
		"add MX mail.one-field.com priority 10 to one-field.com",
		record("one-field.com", "MX 10 mail.one-field.com", { replaces: false }),
	],
	["add an A record www 203.0.113.5 to one-field.com", record("one-field.com", "A 203.0.113.5", { host: "www" })],
	[
		"please create CNAME blog other.net for one-field.com",
		record("one-field.com", "CNAME other.net", { host: "blog" }),
	],
	["add TXT v=spf1 -all to one-field.com", record("one-field.com", "TXT v=spf1 -all")],
	["добавь MX mail.one-field.com приоритет 10 для one-field.com", record("one-field.com", "MX 10 mail.one-field.com")],
	[
		"добавь запись www A 203.0.113.5 для домена one-field.com",
		record("one-field.com", "A 203.0.113.5", { host: "www" }),
	],
	["show DNS of one-field.com", { wants: "records", at: "one-field.com" }],
	["покажи записи one-field.com", { wants: "records", at: "one-field.com" }],
	[
		"change nameservers of one-field.com to ns1.other.net ns2.other.net",
		{ wants: "nameservers", names: ["one-field.com"], servers: ["ns1.other.net", "ns2.other.net"] },
	],
	[
		"смени ns на ns1.other.net, ns2.other.net для one-field.com",
		{ wants: "nameservers", names: ["one-field.com"], servers: ["ns1.other.net", "ns2.other.net"] },
	],
	["why was my card charged", { wants: "spending" }],
	["за что списали деньги", { wants: "spending" }],
	["someone stole my account, stop everything", { wants: "freeze", name: "" }],
	["my account was hacked", { wants: "freeze", name: "" }],
	["у меня украли аккаунт", { wants: "freeze", name: "" }],
	["срочно заблокируй все заказы", { wants: "freeze", name: "" }],
	["freeze my-shop.com", { wants: "freeze", name: "my-shop.com" }],
	["заморозь мой аккаунт", { wants: "freeze", name: "" }],
	["sell", { wants: "sale", name: "" }],
	["I want to sell my-shop.com", { wants: "sale", name: "my-shop.com" }],
	["продать my-shop.com", { wants: "sale", name: "my-shop.com" }],
	["backorder", { wants: "backorder", name: "" }],
	["Backorder taken.com pls", { wants: "backorder", name: "taken.com" }],
	["what is x.com worth", { wants: "appraisal", name: "x.com" }],
	["оцени x.com", { wants: "appraisal", name: "x.com" }],
	["cancel", { wants: "cancel" }],
	["Отмена", { wants: "cancel" }],
	["notify me when taken.com drops under $40", { wants: "watch", name: "taken.com", cents: 4_000 }],
	["сообщи, когда taken.com освободится", { wants: "watch", name: "taken.com", cents: null }],
	["how much does .shop cost", { wants: "prices", extension: ".shop" }],
	["сколько стоит .shop", { wants: "prices", extension: ".shop" }],
	["how much money do I have", { wants: "balance" }],
	["What's my balance?", { wants: "balance" }],
	["сколько денег на счёте", { wants: "balance" }],
	["show my daily limit", { wants: "limits" }],
	["undo", { wants: "undo" }],
	["withdraw money", { wants: "withdrawal" }],
	["pay out my balance", { wants: "withdrawal" }],
	["send $20 to my card", { wants: "withdrawal" }],
	["вывести деньги", { wants: "withdrawal" }],
	["снять 50 долларов со счёта", { wants: "withdrawal" }],
	["refund my last order", { wants: "refund" }],
	["i want my money back", { wants: "refund" }],
	["верните деньги за последний заказ", { wants: "refund" }],
	["charge my card 30", { wants: "top_up", cents: 3_000 }],
	["спиши с карты 30", { wants: "top_up", cents: 3_000 }],
	["set daily limit to 100", { wants: "limits", which: "cap", cents: 10_000 }],
	["change my limit to $500", { wants: "limits", which: "cap", cents: 50_000 }],
	["spend no more than 50 a day", { wants: "limits", which: "cap", cents: 5_000 }],
	["поставь дневной лимит 100", { wants: "limits", which: "cap", cents: 10_000 }],
	["не больше 50 долларов в день", { wants: "limits", which: "cap", cents: 5_000 }],
	["alert me when balance is under 20", { wants: "limits", which: "low", cents: 2_000 }],
	["предупреди когда баланс ниже 20", { wants: "limits", which: "low", cents: 2_000 }],
	[
		"use ns1.dns.net and ns2.dns.net for one-field.com",
		{ wants: "nameservers", names: ["one-field.com"], servers: ["ns1.dns.net", "ns2.dns.net"] },
	],
	[
		"используй ns1.dns.net и ns2.dns.net для one-field.com",
		{ wants: "nameservers", names: ["one-field.com"], servers: ["ns1.dns.net", "ns2.dns.net"] },
	],
	["stop renewing one-field.com", { wants: "auto_renew", name: "one-field.com" }],
	["не продлевай one-field.com", { wants: "auto_renew", name: "one-field.com" }],
	["включи автопродление one-field.com", { wants: "auto_renew", name: "one-field.com" }],
	["export all my domains to csv", { wants: "portfolio" }],
	["выгрузи мои домены", { wants: "portfolio" }],
	["pay the bill please", { wants: "unread" }],
	["отключи уведомления пожалуйста", { wants: "alerts", name: "" }],
	["add venture", { wants: "unread" }],
	["stop watching taken.com", { wants: "watched", name: "taken.com" }],
	["don’t watch taken.com anymore", { wants: "watched", name: "taken.com" }],
	["Unwatch taken.com please", { wants: "watched", name: "taken.com" }],
	["remove the watch on taken.com", { wants: "watched", name: "taken.com" }],
	["stop notifying me about taken.com", { wants: "watched", name: "taken.com" }],
	["не следи за taken.com", { wants: "watched", name: "taken.com" }],
	["перестань следить за taken.com", { wants: "watched", name: "taken.com" }],
	["сними taken.com с наблюдения", { wants: "watched", name: "taken.com" }],
	["отпишись от taken.com", { wants: "watched", name: "taken.com" }],
	["what am I watching?", { wants: "watched", name: "" }],
	["show my watched names", { wants: "watched", name: "" }],
	["за чем я слежу", { wants: "watched", name: "" }],
	["unfreeze my-shop.com", { wants: "freeze", name: "my-shop.com" }],
	["remove the freeze from my-shop.com", { wants: "freeze", name: "my-shop.com" }],
	["сними заморозку", { wants: "freeze", name: "" }],
	["Сними заморозку с my-shop.com", { wants: "freeze", name: "my-shop.com" }],
	["убери заморозку с my-shop.com", { wants: "freeze", name: "my-shop.com" }],
	["разморозь аккаунт", { wants: "freeze", name: "" }],
	["help me with dns", { wants: "help", about: "dns" }],
	["can you help with renewals pls", { wants: "help", about: "renewals" }],
	["how do I use templates", { wants: "help", about: "templates" }],
	["how does edge work?", { wants: "help", about: "edge" }],
	["what is my limit", { wants: "limits" }],
	["where are my tagged domains", { wants: "tags", name: "" }],
	["where are my restore points", { wants: "help", about: "restore points" }],
	["помоги с dns", { wants: "help", about: "dns" }],
	["что такое edge", { wants: "help", about: "edge" }],
	["как пользоваться шаблонами", { wants: "help", about: "шаблонами" }],
	["set up google mail for my-shop.com", { wants: "template", at: "my-shop.com", key: "google" }],
	["connect my-shop.com to shopify", { wants: "template", at: "my-shop.com", key: "shopify" }],
	["add fastmail to my-shop.com", { wants: "template", at: "my-shop.com", key: "fastmail" }],
	["configure email on my-shop.com", { wants: "template", at: "my-shop.com", sets: "mail" }],
	["настрой почту google для my-shop.com", { wants: "template", at: "my-shop.com", key: "google" }],
	["подключи my-shop.com к vercel", { wants: "template", at: "my-shop.com", key: "vercel" }],
	["use cloudflare for my-shop.com", { wants: "card", name: "my-shop.com" }],
	["don't buy coolname.com", { wants: "unread" }],
	["не покупай coolname.com", { wants: "unread" }],
	["не забудь продлить my-shop.com", { wants: "renew", names: ["my-shop.com"], years: null }],
	["remind me to renew my-shop.com", { wants: "card", name: "my-shop.com" }],
	["restore points of my-shop.com", { wants: "restorePoints", name: "my-shop.com" }],
	["restore yesterday's dns of my-shop.com", { wants: "restorePoints", name: "my-shop.com" }],
	["верни вчерашние записи my-shop.com", { wants: "restorePoints", name: "my-shop.com" }],
	["show the templates of my-shop.com", { wants: "templates", name: "my-shop.com" }],
	["tag my-shop.com as sale", { wants: "tags", name: "my-shop.com" }],
	["покажи мои теги", { wants: "tags", name: "" }],
	["note for my-shop.com: call Ivan", { wants: "note", name: "my-shop.com" }],
	["mute alerts for my-shop.com", { wants: "alerts", name: "my-shop.com" }],
	["отключи уведомления my-shop.com", { wants: "alerts", name: "my-shop.com" }],
	["quiet hours 22-7", { wants: "quietHours" }],
	["включи тихие часы", { wants: "quietHours" }],
	["change language to russian", { wants: "language" }],
	["смени язык на английский", { wants: "language" }],
	["replace my token", { wants: "token" }],
	["connect another account", { wants: "connect" }],
	["подключи мой аккаунт", { wants: "connect" }],
];

describe("a sentence", () => {
	it.each(sentences)("%j keeps its purpose, names and numbers", (text, request) => {
		expect(recognise(text)).toMatchObject({ is: "request", request });
	});

	it.each([
		"lock my-shop.com",
		"unlock my-shop.com",
		"transfer my-shop.com",
		"перенеси my-shop.com к другому регистратору",
	])("%j names what the API cannot do", (text) => {
		expect(recognise(text)).toMatchObject({ is: "unsupported" });
	});

	it.each(["MX mail.example.net", "MX 20 mail.example.org", "CNAME www.example.net"])(
		"%j is half a record of the domain on the screen",
		(text) => {
			expect(recognise(text).is).not.toBe("request");
		},
	);

	it.each(["cool shop", "northwind coffee.net", "coffee beans online", "my-shop.com", "solar energy", "price hunters"])(
		"%j stays a search",
		(text) => {
			expect(recognise(text).is).toMatch(/^(?:name|words)$/);
		},
	);
});

it.each(["кто владелец northwind.com", "залочь northwind.com"])(
	"joins no Russian words with a Latin name: %s",
	(text) => {
		const found = recognise(text);
		expect(found).toMatchObject({ is: "name", ascii: "northwind.com" });
		expect(found).not.toHaveProperty("joined");
	},
);

it.each([
	["reniew shop.com", "renew shop.com"],
	["renw my-shop.com for 2 years", "renew my-shop.com for 2 years"],
	["could you pls rnew my-shop.com", "could you pls renew my-shop.com"],
	["продлть shop.com", "продлить shop.com"],
	["Продлии my-shop.com на год", "продли my-shop.com на год"],
	["tpo up 50", "top up 50"],
	["пополнть на 50", "пополнить на 50"],
	["poit my-shop.com to 203.0.113.9", "point my-shop.com to 203.0.113.9"],
	["напрвь my-shop.com на 203.0.113.9", "направь my-shop.com на 203.0.113.9"],
	["freze my-shop.com", "freeze my-shop.com"],
	["замарозь my-shop.com", "заморозь my-shop.com"],
	["wacth taken.com", "watch taken.com"],
	["unfreze my-shop.com", "unfreeze my-shop.com"],
	["delet my-shop.com", "delete my-shop.com"],
	["trasnfer my-shop.com", "transfer my-shop.com"],
	["pirce of .shop", "price of .shop"],
	["show me my ordres", "show me my orders"],
	["setpu google mail for my-shop.com", "setup google mail for my-shop.com"],
])("asks if %j means %j", (text, meant) => {
	expect(recognise(text)).toMatchObject({ is: "misspelt", meant });
});

it.each([
	"print shop.com",
	"paint shop.com",
	"match point.com",
	"freezer shop.com",
	"older shop.com",
	"seat plan.com",
	"spinning room",
	"cool shop",
	"bay area shop.com",
	"reniew",
	"renew my-shop.com",
	"my-shop.com",
])("takes %j for no misspelt request", (text) => {
	expect(recognise(text).is).not.toBe("misspelt");
});

it("knows every word whose spelling it corrects", () => {
	const listed = Object.values(requestWords).flatMap(({ spelled }) => spelled.split(" "));
	const about = (word: string) => [
		`${word} my-shop.com`,
		`${word} my`,
		`${word} .shop`,
		`${word} up 50`,
		`${word} google my-shop.com`,
	];
	const unknown = listed.filter((word) =>
		about(word).every((text) => !["request", "unsupported", "remark"].includes(recognise(text).is)),
	);
	expect(unknown).toEqual([]);
});

it.each(["hundred acre.com", "two hundred", "block party", "hacked", "block all ads"])(
	"keeps words to search for: %s",
	(text) => {
		expect(recognise(text).is).not.toBe("request");
	},
);

it.each(["stop all alerts", "pause all reminders", "block all programs", "останови все уведомления"])(
	"freezes no account for a sentence about something else: %s",
	(text) => {
		expect(recognise(text)).not.toMatchObject({ request: { wants: "freeze" } });
	},
);
