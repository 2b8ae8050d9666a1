import { isIPv4, isIPv6 } from "node:net";
import { parseDomain } from "@domains/contract/names.ts";
import { recordTypes } from "@domains/contract/records/types.ts";
import { mailProviders } from "@domains/dns/providers/mail.ts";
import { siteProviders } from "@domains/dns/providers/site.ts";
import { isUsualHost } from "@domains/dns/sentence.ts";
import { isDotted, nameIn } from "./host-of.ts";
import { domainPages, ownPages, type Request } from "./intent.ts";
import { type Concept, countOf, deniedWord, monthOf, nearestSpelling, wordOf } from "./request-words.ts";

/** Maximum number of UTF-16 code units in a request. The limit also bounds the running time of the patterns. */
const longestRequest = 200;

interface Sentence {
	/** The words in lower case, with placeholders for domains, addresses, extensions and numbers. */
	words: string[];
	plain: string;
	/** The words as the person typed them, without the punctuation around them. */
	typed: string[];
	names: string[];
	addresses: string[];
	extension: string | undefined;
	numbers: number[];
	/** One of the numbers is an amount of money. */
	hasSum: boolean;
	has(what: Concept): boolean;
	/** True if the first word with a meaning has this one. */
	leads(what: Concept): boolean;
	/** True if it says not to do this, such as "stop watching". */
	denies(what: Concept): boolean;
	/** The words that mean nothing here. */
	unknown: string[];
}

/**
 * Reads a sentence that asks for something: a verb, an object, names and amounts, in any order, with polite words
 * between them. Undefined for any other text, such as words to search for.
 */
export function parseRequest(text: string): Request | undefined {
	if (text.length > longestRequest || /[\r\n|;\t]/.test(text.trim())) return undefined;
	const sentence = sentenceOf(text);
	if (sentence.words.length === 0) return undefined;
	for (const rule of rules) {
		const found = rule(sentence);
		if (found) return found;
	}
	return undefined;
}

/**
 * Replaces the words that nearly are words of a request, such as "reniew". Undefined if there are none, or if only one
 * word was sent: it is a name to search for.
 */
export function correctSpelling(text: string): string | undefined {
	if (text.length > longestRequest || /[\r\n|;\t]/.test(text.trim())) return undefined;
	const { typed, unknown } = sentenceOf(text);
	if (typed.length < 2) return undefined;
	const corrected = typed.map((word) => {
		const lower = word.toLowerCase();
		return unknown.includes(lower) ? (nearestSpelling(lower) ?? word) : word;
	});
	const isSame = corrected.every((word, at) => word === typed[at]);
	return isSame ? undefined : corrected.join(" ");
}

/** The meanings that a word of a request can have. Any other word is unknown. */
const meanings = [
	"buy",
	"renew",
	"topUp",
	"withdraw",
	"refund",
	"pay",
	"most",
	"spent",
	"sell",
	"backorder",
	"worth",
	"freeze",
	"point",
	"add",
	"set",
	"remove",
	"change",
	"cancel",
	"watch",
	"records",
	"servers",
	"all",
	"expiry",
	"own",
	"blocked",
	"balance",
	"orders",
	"limits",
	"price",
	"undo",
	"negation",
	"unwatch",
	"setUp",
	"help",
	"mail",
	"site",
	...domainPages,
	...ownPages,
	"preposition",
	"priority",
	"days",
	"weeks",
	"months",
	"years",
	"filler",
] as const;

const units = ["days", "weeks", "months", "years"] as const;

const currency = /^(?:usd|eur|\$|€|dollars?|bucks?|долл|бакс|руб)/iu;

function sentenceOf(text: string): Sentence {
	const typed = text
		.trim()
		.split(/\s+/)
		.map((word) => word.replace(/^[«"'“„([]+|[»"'”)\],.!?:…]+$/gu, ""))
		.filter(Boolean);
	const names: string[] = [];
	const addresses: string[] = [];
	const numbers: number[] = [];
	let extension: string | undefined;
	let hasSum = false;
	const words = typed.map((word, at) => {
		const lower = word.toLowerCase().replaceAll("’", "'");
		if (isIPv4(word) || isIPv6(word)) {
			addresses.push(word);
			return "<ip>";
		}
		const sum = /\d/.test(word) ? readSum(word.replace(/^€|€$|[bб]$/iu, "")) : null;
		if (sum !== null) {
			numbers.push(sum / 100);
			hasSum ||= /[$€]/.test(word) || currency.test(typed[at + 1] ?? "");
			return "#";
		}
		if (/^\.\p{L}[\p{L}\d.-]*$/u.test(word)) {
			extension = lower;
			return "<x>";
		}
		const name = isDotted(nameIn(word)) && !word.includes("=") ? parseDomain(nameIn(word)) : undefined;
		if (name?.ok) {
			names.push(name.ascii);
			return "<n>";
		}
		return lower;
	});
	const spaced = words.flatMap((word) => {
		const [, number = "", unit = ""] = /^(\d{1,4})(\p{L}+)$/u.exec(word) ?? [];
		if (unit === "" || !units.some((each) => isWord(unit, each))) return word;
		numbers.push(Number(number));
		return ["#", unit];
	});
	const plain = spaced.join(" ");
	const rest = meanings.reduce((left, what) => left.replaceAll(wordOf(what).every, " "), plain);
	const unknown = rest.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/^<(?:n|ip|x)>$/.test(word));
	const meant = unknown.filter((word) => monthOf(word) === undefined && countOf(word) === undefined);
	const opening = plain.replace(politeWords, "");
	return {
		words: spaced,
		plain,
		typed,
		names: [...new Set(names)],
		addresses,
		extension,
		numbers,
		hasSum,
		unknown: meant,
		has: (what) => wordOf(what).anywhere.test(plain),
		leads: (what) => wordOf(what).first.test(opening),
		denies: (what) => deniedWord(what).test(plain),
	};
}

/** The words before the verb of a request. */
const politeWords =
	/^(?:(?:please|pls|plz|kindly|can|could|would|will|you|i|i'd|id|we|want|wanna|need|like|to|let's|lets|me|hey|hi|hello|ok|okay|just|now|how|do|пожалуйста|плиз|плз|пж|привет|можешь|можете|можно|мог|бы|надо|нужно|хочу|хотел|хотела|мне|я|ты|давай|давайте|ну|а|как|срочно|здравствуйте)\s+)+/u;

function isWord(word: string, what: Concept): boolean {
	return wordOf(what).whole.test(word);
}

/** The number before or after a unit, such as "2 years" or "на два года". A unit alone is one of it. */
function amountOf({ words, numbers }: Sentence, unit: (typeof units)[number]): number | null {
	const at = words.findIndex((word) => isWord(word, unit));
	if (at < 0) return null;
	const before = words[at - 1] ?? "";
	const count = countOf(before);
	if (count !== undefined) return count;
	if (before !== "#") return 1;
	return numbers[words.slice(0, at).filter((word) => word === "#").length - 1] ?? 1;
}

function yearsOf(sentence: Sentence): number | null {
	const [only, ...more] = sentence.numbers;
	const isCount = more.length === 0 && only !== undefined && only <= 10 && !sentence.hasSum;
	return amountOf(sentence, "years") ?? (isCount ? only : null);
}

function daysOf(sentence: Sentence): number | null {
	const days = amountOf(sentence, "days");
	if (days !== null) return days;
	const weeks = amountOf(sentence, "weeks");
	if (weeks !== null) return weeks * 7;
	const months = amountOf(sentence, "months");
	if (months !== null) return months * 30;
	const years = amountOf(sentence, "years");
	if (years !== null) return years * 365;
	return sentence.numbers[0] ?? null;
}

const centsOf = ([sum]: readonly number[]) => (sum === undefined ? null : Math.round(sum * 100));
/** The type of a record, in capitals where it is also an English word. */
const typeIn = (typed: readonly string[]) =>
	recordTypes.find((type) =>
		typed.some((word) => (type === "A" || type === "NS" ? word === type : word.toUpperCase() === type)),
	);
const sumOf = (numbers: readonly number[]) => {
	const cents = centsOf(numbers);
	return cents === null ? {} : { cents };
};
const serverName = /^(?:ns|dns|pdns)\d*[.-]|\.ns\.|^[a-z]*ns\d+\./;
const isAutoRenew = /auto[- ]?renew|автопродл/u;
const providers = [...mailProviders, ...siteProviders];
/** The verbs of money and of change. */
const commands = ["topUp", "withdraw", "refund", "pay", "sell", "add", "set", "remove", "change", "cancel"] as const;
const deniable = ["buy", "point", "topUp", "withdraw", "pay", "sell", "add", "set", "remove", "change"] as const;
const isServer = (name: string) => /^(?:ns|dns|pdns)\d*[.-]/.test(name) || name.split(".").length > 2;

/** The rules, tried in order. Each returns undefined if it does not fit. */
const rules: readonly ((sentence: Sentence) => Request | undefined)[] = [
	function help({ leads, plain, names, extension }) {
		if (!(leads("help") || wordOf("help").first.test(plain)) || names.length > 0 || extension !== undefined)
			return undefined;
		const about = ["help", "filler", "preposition"] as const;
		const rest = about.reduce((left, what) => left.replaceAll(wordOf(what).every, " "), plain).trim();
		return rest === "" || rest.split(/\s+/).length > 3 ? undefined : { wants: "help", about: rest };
	},
	function undo({ has, leads, names }) {
		return leads("undo") || (has("undo") && names.length === 0) ? { wants: "undo" } : undefined;
	},
	function cancel({ leads, names, has, unknown }) {
		if (!leads("cancel") || names.length > 0 || unknown.length > 0 || has("renew")) return undefined;
		return { wants: "cancel" };
	},
	function record(sentence) {
		const { typed, names, addresses, has, words, numbers } = sentence;
		const verb = has("point") || has("add") || has("set") || has("change");
		if (!verb || names.length === 0 || has("servers") || has("restorePoints")) return undefined;
		const type = typeIn(typed) ?? (addresses[0] === undefined ? undefined : isIPv4(addresses[0]) ? "A" : "AAAA");
		const points = has("point") && !has("add");
		if (!points && type === undefined) return undefined;
		const at = subjectOf(sentence, points);
		const target = addresses[0] ?? names.find((name) => name !== at);
		if (at === undefined) return undefined;
		if (points && target !== undefined && /^(?:ns|dns)\d*[.-]/.test(target)) {
			return { wants: "nameservers", names: [at], servers: names.filter((name) => name !== at) };
		}
		const value = type === "TXT" ? textOf(typed) : target;
		if (value === undefined) return { wants: "records", at, search: type ?? "" };
		const kind = type ?? "CNAME";
		const host = typed.find((word, place) => isHost(word, words[place] ?? "", typed, place)) ?? "@";
		const preference = kind === "MX" ? `${numbers.find(Number.isInteger) ?? 10} ` : "";
		const isAddress = kind === "A" || kind === "AAAA" || kind === "CNAME";
		const replaces = points || (!has("add") && (has("change") || (has("set") && isAddress)));
		return { wants: "record", at, host, record: `${kind} ${preference}${value}`, replaces };
	},
	function serversByName({ has, names }) {
		const servers = names.filter((name) => serverName.test(name));
		const own = names.filter((name) => !serverName.test(name));
		const changes = has("change") || has("set") || has("point") || has("add");
		return changes && servers.length > 1 && own.length > 0 ? { wants: "nameservers", names: own, servers } : undefined;
	},
	function freeze({ has, names, leads, unknown }) {
		const [name = ""] = names;
		if (has("emergency")) return { wants: "freeze", name };
		if (!has("freeze")) return undefined;
		const verbs = ["freeze", "withdraw", "remove", "cancel"] as const;
		const isAsked = name !== "" || (unknown.length === 0 && verbs.some((verb) => leads(verb)));
		return isAsked ? { wants: "freeze", name } : undefined;
	},
	function unwatch({ has, leads, denies, names: [name = ""], unknown }) {
		if (!(has("watch") || has("unwatch")) || has("balance") || has("expiry") || has("renew")) return undefined;
		const verbs = ["withdraw", "remove", "cancel"] as const;
		const ends = has("unwatch") || denies("watch") || verbs.some((verb) => leads(verb));
		const asks = name === "" && has("own") && unknown.length === 0;
		return (ends && (name !== "" || unknown.length === 0)) || asks ? { wants: "watched", name } : undefined;
	},
	function refund({ has, leads, unknown }) {
		return leads("refund") || (has("refund") && unknown.length === 0) ? { wants: "refund" } : undefined;
	},
	function withdrawal({ has, leads, unknown }) {
		return leads("withdraw") || (has("withdraw") && unknown.length === 0) ? { wants: "withdrawal" } : undefined;
	},
	function autoRenew({ plain, names: [name], denies }) {
		const asks = denies("renew") || isAutoRenew.test(plain);
		return name !== undefined && asks ? { wants: "auto_renew", name } : undefined;
	},
	function denied({ denies }) {
		return deniable.some((what) => denies(what)) ? { wants: "unread" } : undefined;
	},
	function template({ has, leads, plain, names: [at], unknown, words }) {
		const verbs = ["setUp", "set", "add", "change", "point"] as const;
		if (at === undefined || words.length < 3 || !verbs.some((verb) => leads(verb))) return undefined;
		const [sets] = (["mail", "site"] as const).filter((each) => has(each));
		const known = providers.filter(({ name, key }) => plain.includes(name.toLowerCase()) || unknown.includes(key));
		const isNear = leads("setUp") || sets !== undefined;
		const near = isNear
			? providers.filter(({ name }) => unknown.includes(name.toLowerCase().split(/[ .]/, 1)[0] ?? ""))
			: [];
		const found = [...known, ...near].toSorted((a, b) => Number(b.sets === sets) - Number(a.sets === sets));
		const [provider] = found;
		if (!provider && !leads("setUp")) return undefined;
		return { wants: "template", at, ...(provider && { key: provider.key }), ...(sets && { sets }) };
	},
	function lowBalance({ has, numbers, unknown }) {
		if (!has("watch") || !has("balance") || unknown.length > 0) return undefined;
		return { wants: "limits", which: "low", ...sumOf(numbers) };
	},
	function dailyLimit({ has, numbers, names, unknown }) {
		const isLimit = has("limits") || (has("most") && has("days"));
		if (!isLimit || names.length > 0 || unknown.length > 0) return undefined;
		return { wants: "limits", ...(numbers.length > 0 && { which: "cap" as const, ...sumOf(numbers) }) };
	},
	function topUp(sentence) {
		const { has, leads, numbers, unknown, names, plain } = sentence;
		const pays = leads("topUp") || (has("topUp") && unknown.length === 0);
		const bare = /^(?:#|money) (?:to|on|на) (?:my |мой )?(?:balance|account|баланс|сч[её]т)/u.test(plain);
		return (pays || bare) && names.length === 0 ? { wants: "top_up", cents: centsOf(numbers) } : undefined;
	},
	function worth({ has, names, unknown, leads }) {
		if (!has("worth") || (names.length === 0 && unknown.length > 0 && !leads("worth"))) return undefined;
		return { wants: "appraisal", name: names[0] ?? "" };
	},
	function backorder({ has, leads, names, unknown }) {
		if (!has("backorder") || (names.length === 0 && unknown.length > 0 && !leads("backorder"))) return undefined;
		return { wants: "backorder", name: names[0] ?? "" };
	},
	function sell({ has, leads, names, unknown }) {
		if (!has("sell") || (names.length === 0 && unknown.length > 0 && !leads("sell"))) return undefined;
		return { wants: "sale", name: names[0] ?? "" };
	},
	function spending(sentence) {
		const { has, unknown, words, names, numbers } = sentence;
		if (!has("spent") || names.length > 0 || has("limits") || unknown.length > 1) return undefined;
		const month = words.map(monthOf).find((each) => each !== undefined);
		const year = numbers.find((each) => each >= 2_000 && each < 2_100);
		if (month !== undefined) return { wants: "spending", month, ...(year !== undefined && { year }) };
		const isPast = words.some((word) => /^(?:last|previous|прошл\p{L}*)$/u.test(word));
		if (has("months")) return { wants: "spending", ago: isPast ? 1 : 0 };
		return { wants: "spending", ...(year !== undefined && { year }) };
	},
	function renew(sentence) {
		const { has, leads, names, unknown } = sentence;
		if (!has("renew") || /automatic|авто/u.test(sentence.plain)) return undefined;
		if ((has("price") || has("watch")) && !leads("renew")) return undefined;
		if (names.length > 0) return { wants: "renew", names, years: yearsOf(sentence) };
		if (has("expiry")) return { wants: "renew_expiring", days: daysOf(sentence) ?? 60 };
		if (has("all")) return { wants: "renew_expiring", days: null };
		if (!leads("renew") && unknown.length > 0) return undefined;
		return { wants: "renew", names: [], years: yearsOf(sentence) };
	},
	function watch({ has, leads, names, numbers }) {
		const [name] = names;
		if (name === undefined || !has("watch")) return undefined;
		if (has("expiry") && !leads("watch")) return undefined;
		if (has("renew") && !leads("watch")) return undefined;
		return has("expiry") || has("renew") ? { wants: "card", name } : { wants: "watch", name, cents: centsOf(numbers) };
	},
	function servers({ has, names, unknown, leads }) {
		if (!has("servers") || (names.length === 0 && (unknown.length > 0 || !(leads("change") || leads("servers")))))
			return undefined;
		const own = names.filter((name) => !isServer(name));
		const subjects = own.length > 0 ? own : names.slice(0, 1);
		return { wants: "nameservers", names: subjects, servers: names.filter((name) => !subjects.includes(name)) };
	},
	function expiry(sentence) {
		const { has, names, unknown, words } = sentence;
		if (!has("expiry") || unknown.length > 1) return undefined;
		const [name] = names;
		if (name !== undefined) return { wants: "card", name };
		return words.length > 1 ? { wants: "expiring", days: daysOf(sentence) } : undefined;
	},
	function ownPage({ has, leads, names, unknown, words }) {
		const page = ownPages.find((each) => has(each));
		const changes = leads("setUp") || commands.some((what) => leads(what));
		const fits = names.length === 0 && words.length > 1 && unknown.length <= (changes ? 1 : 0);
		return page && fits ? { wants: page } : undefined;
	},
	function domainPage({ has, leads, names: [name = ""], unknown, words }) {
		const page = domainPages.find((each) => has(each));
		if (!page || (name === "" ? unknown.length > 0 || words.length < 2 : words.length < 3 && !leads(page))) {
			return undefined;
		}
		return { wants: page, name };
	},
	function records(sentence) {
		const { has, typed } = sentence;
		const at = subjectOf(sentence, false) ?? sentence.names[0];
		if (at === undefined || !has("records")) return undefined;
		return { wants: "records", at, search: typeIn(typed) ?? "" };
	},
	function removal({ leads, names, unknown }) {
		const [at] = names;
		const host = unknown.find(isUsualHost);
		return leads("remove") && at !== undefined && host !== undefined
			? { wants: "records", at, search: host }
			: undefined;
	},
	function register(sentence) {
		const { has, leads, names, unknown, typed, extension } = sentence;
		if (!has("buy")) return undefined;
		const years = yearsOf(sentence);
		if (names.length > 0) return years === null ? undefined : { wants: "register", names, years };
		if (
			!leads("buy") ||
			extension !== undefined ||
			sentence.words.length > 4 ||
			typed.some((word) => /^[aA]$/.test(word))
		)
			return undefined;
		return unknown.length < 4 ? { wants: "search", words: unknown.join("") } : undefined;
	},
	function prices({ has, extension, unknown }) {
		return has("price") && extension !== undefined && unknown.length === 0 ? { wants: "prices", extension } : undefined;
	},
	function portfolio({ has, extension, names, unknown }) {
		if (names.length > 0 || unknown.length > 0) return undefined;
		if (extension !== undefined && (has("own") || has("all"))) return { wants: "portfolio", extension };
		return has("blocked") ? { wants: "portfolio", blocked: true } : undefined;
	},
	function owned({ plain, names, unknown, extension }) {
		const asks =
			/(?<!\p{L})(?:how many|which|what|list|show|export|download|сколько|какие|покажи|список|выгрузи|скачай)(?!\p{L}).*(?<!\p{L})(?:domains?|names|домен\p{L}*|do i have|i own)(?!\p{L})/u;
		const mine = /(?<!\p{L})(?:i|my|we|our|меня|мои|мо[йих]+|нас)(?!\p{L})/u;
		const fits = asks.test(plain) && mine.test(plain) && !/how much|(?:\bcosts?\b)|стоит|стоят/u.test(plain);
		return fits && names.length === 0 && unknown.length === 0 && extension === undefined
			? { wants: "portfolio" }
			: undefined;
	},
	function balance({ has, names, unknown, words, leads }) {
		if (!has("balance") || names.length > 0 || unknown.length > 0 || words.length < 2) return undefined;
		return leads("buy") || leads("add") ? undefined : { wants: "balance" };
	},
	function orders({ has, names, unknown, words }) {
		return has("orders") && has("own") && names.length === 0 && unknown.length === 0 && words.length > 1
			? { wants: "orders" }
			: undefined;
	},
	function unread({ leads, names: [name, ...others], plain, words }) {
		const isCommand = commands.some((what) => leads(what));
		const isAbout = isWord(words[words.indexOf("<n>") - 1] ?? "", "preposition");
		if (isCommand && name !== undefined && others.length === 0 && isAbout) return { wants: "card", name };
		return isCommand && name === undefined && plain.replace(politeWords, "").includes(" ")
			? { wants: "unread" }
			: undefined;
	},
];

/** Returns the domain that a change is for: in "point a to b" the first name, otherwise the one after a preposition. */
function subjectOf({ words, names, addresses }: Sentence, points: boolean): string | undefined {
	if (points) return names[0];
	const places = words.flatMap((word, at) => (word === "<n>" ? [at] : []));
	const behind = places.map(
		(at) => isWord(words[at - 1] ?? "", "preposition") || /^(?:domain|домен\p{L}*)$/u.test(words[at - 1] ?? ""),
	);
	const last = behind.lastIndexOf(true);
	if (last >= 0) return names[last];
	return addresses.length > 0 || names.length === 1
		? names[0]
		: names.toSorted((a, b) => a.split(".").length - b.split(".").length)[0];
}

/** True for a hostname in a sentence about a record: a usual one such as `www`, or the word next to the type. */
function isHost(word: string, plain: string, typed: readonly string[], at: number): boolean {
	if (plain.startsWith("<") || plain === "#" || recordTypes.some((type) => type === word.toUpperCase())) return false;
	if (word === "@" || word === "*") return true;
	const after = typed[at + 1] ?? "";
	const isBeside = recordTypes.some((type) => type === after && !["the", "a", "an"].includes(plain));
	return isUsualHost(word) || (isBeside && /^[a-z\d_][a-z\d_.-]*$/i.test(word) && !isKnown(plain));
}

function isKnown(word: string): boolean {
	return meanings.some((what) => isWord(word, what));
}

/** Returns the text of a TXT record in a sentence: everything from the first word with `=` to the last preposition. */
function textOf(typed: readonly string[]): string | undefined {
	const start = typed.findIndex((word) => word.includes("="));
	if (start < 0) return undefined;
	const ends = typed.flatMap((word, at) => (at > start && isWord(word.toLowerCase(), "preposition") ? [at] : []));
	return typed.slice(start, ends.at(-1)).join(" ");
}

/**
 * As people write it, such as `250`, `$1,000` or `99,50`. A separator before exactly three digits groups them: `1.000`
 * is a thousand. `0` is a valid sum.
 */
export function readSum(text: string): number | null {
	const bare = text.replaceAll(/[\s$]|usd/gi, "");
	const [, whole, cents = ""] = /^(\d{1,3}(?:[,.]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?$/.exec(bare) ?? [];
	return whole === undefined ? null : Number(whole.replaceAll(/[,.]/g, "")) * 100 + Number(cents.padEnd(2, "0"));
}
