import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/bot/input/conversation.ts";
import { answerChange, answerNew, type UnfinishedRecord } from "../../src/rules/record-answer.ts";

const text = (said: string): Answer => ({ kind: "text", text: said });
const tap = (verb: string, value: string): Answer => ({ kind: "tap", tap: { verb, value, callbackNumber: null } });
const domain = "example.com";
const mx = { type: "MX", host: "@", value: "mail.example.net" };

describe("the answers about a new record", () => {
	it.each<[string, UnfinishedRecord, Answer, object]>([
		["a type is tapped", {}, tap("type", "MX"), { type: "MX" }],
		["a host is tapped", { type: "A" }, tap("host", "@"), { type: "A", host: "@" }],
		["a host is typed", { type: "A" }, text("www"), { type: "A", host: "www" }],
		["a type is typed", {}, text("mx"), { type: "MX" }],
		["a type and a short target are typed", {}, text("MX mail"), { type: "MX", host: "@", problem: "target_relative" }],
		["half a record instead of a type", {}, text("MX mail.example.net"), { type: "MX", value: "mail.example.net" }],
		["half a record instead of a host", { type: "TXT" }, text("A 203.0.113.5"), { type: "A", value: "203.0.113.5" }],
		["words instead of a type", {}, text("what now"), { problem: "unread" }],
		["a sticker instead of a type", {}, { kind: "other" }, { problem: "sentence" }],
		["a sticker", { type: "A", host: "www" }, { kind: "other" }, { type: "A", host: "www", problem: "sentence" }],
		[
			"an impossible address",
			{ type: "A", host: "www" },
			text("300.1.1.1"),
			{ type: "A", host: "www", problem: "address_ipv4" },
		],
		["an alias of the domain itself", { type: "CNAME", host: "@" }, text("example.net"), { problem: "apex" }],
		["the domain itself for an alias", { type: "CNAME" }, tap("host", "@"), { type: "CNAME", problem: "apex" }],
		["the domain itself for a delegation", { type: "NS" }, text("example.com"), { type: "NS", problem: "apex" }],
		["a star for a delegation", { type: "NS" }, text("*"), { type: "NS", problem: "wildcard" }],
		["no service for SRV", { type: "SRV" }, text("www"), { type: "SRV", problem: "hostname_service" }],
		["two words for a host", { type: "AAAA" }, text("bad host!"), { type: "AAAA", problem: "hostname" }],
		["a mail server without priority", { type: "MX", host: "@" }, text("mail.example.net"), mx],
		["another mail server without priority", mx, text("b.example.net"), { ...mx, value: "b.example.net" }],
		["a word for a priority", mx, text("high"), { ...mx, problem: "priority" }],
		["too high a priority", mx, text("70000"), { ...mx, problem: "priority" }],
		["another type is tapped later", { type: "A", host: "www" }, tap("type", "AAAA"), { type: "AAAA" }],
	])("continue the record: %s", (_case, parts, answer, next) => {
		expect(answerNew(parts, answer, domain)).toMatchObject(next);
	});

	it.each<[string, UnfinishedRecord, string, object]>([
		["a whole record at once", {}, "www A 203.0.113.5", { type: "A", hostname: "www", value: "203.0.113.5" }],
		["a whole record in the middle", { type: "TXT" }, "www 600 A 203.0.113.5", { type: "A", ttl: 600 }],
		[
			"a value at the end",
			{ type: "A", host: "www" },
			"203.0.113.5",
			{ type: "A", hostname: "www", value: "203.0.113.5" },
		],
		[
			"a priority in the value",
			{ type: "MX", host: "@" },
			"10 mail.example.net",
			{ priority: 10, value: "mail.example.net" },
		],
		["a priority for a mail server", { ...mx, ttl: 300 }, "20", { value: "mail.example.net", priority: 20, ttl: 300 }],
		["another mail server with its priority", mx, "5 b.example.net", { value: "b.example.net", priority: 5 }],
		["the mark of no mail", { type: "MX", host: "@" }, ".", { type: "MX", value: ".", priority: null }],
		["a host that is a type name", { type: "A", host: "mx" }, "203.0.113.8", { type: "A", hostname: "mx" }],
		["a target below such a host", { type: "CNAME", host: "ns" }, "a.example.net", { type: "CNAME", hostname: "ns" }],
		["a value with its TTL", { type: "A", host: "txt" }, "203.0.113.8 300", { value: "203.0.113.8", ttl: 300 }],
		["a text with spaces", { type: "TXT", host: "@" }, "v=spf1 -all", { type: "TXT", value: "v=spf1 -all" }],
	])("complete a record: %s", (_case, parts, said, record) => {
		expect(answerNew(parts, text(said), domain)).toMatchObject({ record });
	});
});

describe("the answer to a question for the new version of a record", () => {
	const mail = { type: "MX", hostname: "@", value: "old.example.net", ttl: 600, priority: 10 };

	it.each([
		["a new value keeps the rest", "new.example.net", { ...mail, value: "new.example.net" }],
		["a value with its priority", "20 new.example.net", { ...mail, value: "new.example.net", priority: 20 }],
		["a value followed by its TTL", "10 new.example.net 300", { ...mail, value: "new.example.net", ttl: 300 }],
		["a TTL alone", "TTL 300", { ...mail, ttl: 300 }],
		["a whole record", "mail 300 MX 5 new.example.net", { hostname: "mail", ttl: 300, priority: 5 }],
		["a type without a priority", "shop A 203.0.113.7", { type: "A", value: "203.0.113.7", priority: null }],
	])("%s", (_case, said, record) => {
		expect(answerChange(mail, text(said), domain)).toMatchObject({ record });
	});

	it("is asked again if the record cannot be stored", () => {
		expect(answerChange({ ...mail, type: "A", priority: null }, text("nowhere"), domain)).toEqual({
			problem: "address_ipv4",
		});
		expect(answerChange(mail, text("shop A 203.0.113.77"), domain)).toMatchObject({
			record: { type: "A", hostname: "shop", value: "203.0.113.77", priority: null },
		});
		expect(answerChange(mail, { kind: "other" }, domain)).toEqual({ problem: "sentence" });
	});

	it.each([
		["A", "203.0.113.1", "203.0.113.9"],
		["ALIAS", "lb.example.net", "lb2.example.net"],
		["CNAME", "lb.example.net", "lb2.example.net"],
	])("keeps a hostname that is a type name: %s", (type, value, said) => {
		const record = { type, hostname: "mx", value, ttl: null, priority: null };
		expect(answerChange(record, text(said), domain)).toEqual({ record: { ...record, value: said } });
	});

	it("of an unknown type is left to the service", () => {
		const odd = { type: "SVCB", hostname: "@", value: "1 .", ttl: null, priority: null };
		expect(answerChange(odd, text("2 ."), domain)).toMatchObject({ record: { type: "SVCB", value: "2 ." } });
	});
});

describe("a hostname that is also the name of a type", () => {
	const at = { hostname: "mx", ttl: 300, priority: null };

	it("is kept when a record is added in steps or gets a new value", () => {
		expect(answerNew({ type: "A", host: "mx" }, text("203.0.113.8"), domain)).toMatchObject({
			record: { type: "A", hostname: "mx", value: "203.0.113.8" },
		});
		expect(answerChange({ ...at, type: "A", value: "203.0.113.5" }, text("203.0.113.6"), domain)).toMatchObject({
			record: { type: "A", hostname: "mx", value: "203.0.113.6" },
		});
		expect(
			answerChange({ ...at, type: "ALIAS", value: "lb.example.net" }, text("lb2.example.net"), domain),
		).toMatchObject({
			record: { type: "ALIAS", hostname: "mx", value: "lb2.example.net" },
		});
	});
});
