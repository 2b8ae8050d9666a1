import { type DomainName, parseDomain } from "@domains/contract/names.ts";

/** The bot recognizes the words of all its languages, not only of the one in which it answers. */
interface InputWords {
	/** After a number, as in "2 years". */
	years: RegExp;
	/** Before the last name of a list, such as "and". */
	conjunction: RegExp;
	/** A title of a table of names. */
	header: RegExp;
	/** In the title of a column, such as "TLD". */
	extension: RegExp;
	/** Before an API token, as in "key: abc". */
	token: RegExp;
	thanks: RegExp;
	/** Yes or no. */
	answer: RegExp;
	greeting: RegExp;
	/** This field and the four below are requests for a page of the bot. */
	balance: RegExp;
	help: RegExp;
	orders: RegExp;
	domains: RegExp;
	prices: RegExp;
	/** Before a domain name, as in "buy shop.com". */
	lookup: RegExp;
	/** `before` may precede one of the requests below, such as "how". `after` may follow one, such as "please". */
	before: RegExp;
	after: RegExp;
	/** Any word may follow it, as in "transfer my domain to godaddy". */
	direction: RegExp;
	/** The bot offers automatic renewals. */
	auto_renew: RegExp;
	/**
	 * This field and the five below are requests for what the service cannot do. In their patterns, `<name>` is a
	 * placeholder for a domain name.
	 */
	transfer: RegExp;
	auth_code: RegExp;
	registry_lock: RegExp;
	contacts: RegExp;
	dnssec: RegExp;
	deletion: RegExp;
}

/** By two-letter language code, for every language in `locales/`. */
export const hasWord = {
	en: {
		years: /y|yrs?|years?/,
		conjunction: /and|or/,
		header: /domain|name|host|sld/,
		extension: /tld|extension|suffix|ending/,
		token: /\b(?:token|key)\b/,
		thanks: /(?:many )?thanks|thank you(?: (?:very|so) much)?|thx/,
		answer: /yes|yep|yeah|nope?|ok|okay/,
		balance: /(?:my )?balance/,
		greeting: /hi|hello|hey|good (?:morning|afternoon|evening)/,
		help: /help(?: me)?|i need help|how does (?:it|this) work|what can you do/,
		orders: /(?:(?:show )?my )?orders/,
		domains: /(?:show )?my domains/,
		prices:
			/(?:(?:show )?(?:me )?(?:the |your )?)?(?:domain )?(?:prices|pricing|price list)|how much (?:is|are|for|does|do) (?:a |an |the )?domains?(?: names?)?(?: cost)?/,
		lookup: /is|are|buy|get|register|order|renew|check|search|find|look|up|for|show|open|domain|name|please|and|also/,
		before:
			/how|where|what|what's|when|which|who|is|are|do|does|can|could|would|will|should|must|may|i|i'd|i'm|im|id|we|you|u|it|there|possible|please|pls|plz|want|wanna|need|like|wish|have|try|trying|get|find|see|show|give|send|tell|ask|me|us|let|help|with|start|begin|request|obtain|receive|set|up|setup|enable|disable|turn|switch|on|off|activate|deactivate|use|make|to|a|an|the|my|our|your|for|of|about|hi|hello|hey/,
		after:
			/please|pls|plz|now|here|too|for|of|at|in|on|off|out|away|with|and|or|my|our|this|these|the|a|an|another|other|new|different|domains?|names?|registrars?|registry|providers?|account|someone|else/,
		direction: /to|from|into/,
		auto_renew:
			/auto(?:matic)?[ -]?renew(?:als?|s)?|renew(?:als?)? (?:(?:my|the|a) )?(?:(?:domains?|<name>) )?automatically/,
		transfer:
			/(?:domain )?transfers?(?: in| out| away)?|(?:transfer|push|move|transferring|moving) (?:(?:a|my|the|this|our|all) )*domains?|transfer <name>|(?:push|move) <name> (?:to|from|away)/,
		auth_code: /(?:auth(?:orization|orisation|info)?|epp|transfer)[ -]?(?:codes?|keys?)|authcode|epp/,
		registry_lock:
			/(?:registr(?:y|ar)|transfer|domain)[ -]?(?:un)?lock|(?:un)?lock (?:(?:a|my|the|this) )*(?:domain|<name>)|(?:un)?lock (?:(?:a|my|the|this) )*(?:domain |<name> )?at the registr(?:y|ar)/,
		contacts:
			/whois|(?:change |edit |update )?(?:(?:the|my) )?(?:owner|registrant|admin|domain|whois) (?:contacts?|details|privacy)|contacts|(?:change|edit|update) (?:(?:the|my) )?(?:domain )?(?:contacts|owner(?:ship)?|registrant)/,
		dnssec: /dnssec|ds records?/,
		deletion:
			/(?:delete|cancel|drop|remove|erase|deleting) (?:(?:a|my|the|this) )*(?:domains?|<name>)|get rid of (?:(?:a|my|the|this) )*(?:domains?|<name>)/,
	},
	es: {
		years: /años?/,
		conjunction: /y|e|o|u/,
		header: /dominio|nombre/,
		extension: /extensi[óo]n|terminaci[óo]n/,
		token: /\bclave\b/,
		thanks: /(?:muchas )?gracias/,
		answer: /sí|no|vale/,
		balance: /(?:mi )?saldo/,
		greeting: /hola|buenos días|buenas (?:tardes|noches)/,
		help: /ayuda|necesito ayuda/,
		orders: /(?:mis )?pedidos/,
		domains: /mis dominios/,
		prices: /(?:lista de )?precios|cuánto cuesta (?:un )?dominio/,
		lookup: /comprar|registrar|pedir|renovar|buscar|comprueba|ver|abrir|dominio|nombre|por|favor/,
		before:
			/c[óo]mo|d[óo]nde|qu[ée]|puedo|quiero|necesito|quisiera|obtener|conseguir|por|favor|activar|desactivar|el|la|un|una|mi|de|hola/,
		after: /por|favor|para|de|del|a|al|en|mi|el|este|dominios?|otro|registrador/,
		direction: /hacia/,
		auto_renew: /(?:auto[ -]?renovaci[óo]n|renovaci[óo]n autom[áa]tica|renovar autom[áa]ticamente)/,
		transfer: /transferencias?|(?:transferir|trasladar) (?:un |mi )?(?:dominio|<name>)/,
		auth_code: /c[óo]digo (?:auth|epp|de autorizaci[óo]n|de transferencia)/,
		registry_lock: /bloqueo (?:del registro|de transferencia)/,
		contacts: /contactos|(?:datos|contactos?) del (?:titular|dominio)|cambiar (?:de |el )?titular/,
		dnssec: /dnssec/,
		deletion: /(?:borrar|eliminar|cancelar) (?:(?:un|mi|el) )?(?:dominio|<name>)/,
	},
	ru: {
		years: /г|год|года|лет/,
		conjunction: /и|или/,
		header: /домен|имя/,
		extension: /зона|расширение/,
		token: /токен|ключ/,
		thanks: /(?:большое )?спасибо(?: большое)?|спс|благодарю/,
		answer: /да|нет|ок|ага/,
		balance: /(?:мой )?баланс/,
		greeting: /привет|здравствуй(?:те)?|добр(?:ый день|ый вечер|ое утро)/,
		help: /помощь|помоги(?:те)?|справка|нужна помощь|как это работает|что ты умеешь/,
		orders: /(?:(?:покажи )?мои )?заказы/,
		domains: /(?:покажи )?мои домены/,
		prices:
			/(?:(?:покажи )?цены|прайс(?:-лист)?|стоимость)(?: (?:на )?домен(?:а|ы|ов))?|сколько (?:стоит|стоят) домены?|(?:какая|почём) (?:цена )?(?:на )?домены?/,
		lookup:
			/куп(?:ить|и)|зарегистрир(?:овать|уй)|закаж(?:и|ите)|продл(?:ить|и)|провер(?:ить|ь|ьте)|найти|найди|искать|покажи|открой|свободен|ли|домен|имя|пожалуйста/,
		before:
			/как|где|что|это|такое|можно|могу|можете|хочу|хотел|хотела|бы|нужен|нужна|нужно|надо|мне|мы|я|ли|у|вас|взять|получить|узнать|найти|посмотреть|дайте|дай|пришлите|скажите|покажите|подскажите|пожалуйста|включить|выключить|отключить|включите|отключите|выключите|настроить|сделать|запросить|начать|мой|моего|свой|своего|про|для|здравствуйте|привет/,
		after:
			/пожалуйста|для|домена|домен|домены|доменов|моего|мой|этого|и|у|другому|другой|другого|регистратору|регистратора|себе|вам|сюда|отсюда|сейчас/,
		direction: /к|ко|в|на|от|из/,
		auto_renew:
			/авто[ -]?продлени[еяю]|автоматическо[ег]о? продлени[ея]|автоматически продлевать|продлевать автоматически/,
		transfer:
			/трансфер(?: домен(?:а|ов))?|перенос(?: домен(?:а|ов))?|(?:перенести|перенеси|перенесите|передать|перевести|переносить) (?:(?:мой|свой|этот|один) )?(?:домены?|<name>)/,
		auth_code:
			/(?:auth|epp|авторизационн(?:ый|ого)|трансферн(?:ый|ого))[ -]?(?:кода?|ключа?)|кода? (?:переноса|авторизации|трансфера|для переноса|для трансфера)|authcode/,
		registry_lock:
			/(?:(?:снять|поставить|убрать) )?(?:блокировк[ауи]|запрета?) (?:на )?(?:переноса?|трансфера?|домена|у регистратора|в реестре)|реестров(?:ая|ую) блокировк[ау]|(?:за|раз)блокировать (?:домен|<name>)/,
		contacts:
			/контакты(?: (?:домена|владельца))?|данные владельца|(?:сменить|поменять|изменить|смена) (?:данные )?(?:владельца|администратора|контактов|контакты)/,
		dnssec: /dnssec|ds[ -]запис[ьи]/,
		deletion:
			/(?:удалить|удалите|удали|удаление|стереть|отменить) (?:(?:мой|свой|этот|мои) )?(?:домена?|домены|<name>)|отказаться от (?:домена|<name>)|избавиться от (?:домена|<name>)/,
	},
} satisfies Readonly<Record<string, InputWords>>;

/** The source of a regular expression, which replaces the placeholder `<name>` above. */
export const domainName = String.raw`[^\s.,;]+\.[^\s,;]+`;

/** The source of a regular expression for these words in every language. */
export function hasAnyWord(what: keyof InputWords): string {
	const sources = Object.values(hasWord).map((words) => words[what].source.replaceAll("<name>", domainName));
	return `(?:${sources.join("|")})`;
}

export const mostNameWords = 4;
/** It asks for a name, such as "buy", or connects two names, such as "and". */
const otherWord = new RegExp(`^(?:${hasAnyWord("lookup")}|${hasAnyWord("conjunction")})$`, "iu");
/** Precedes an item of a list. */
const itemMark = /^(?:\d{1,5}[.)]?|[-*•–—·→>])\s+/u;
/** Single spaces between words of characters that a name may contain. */
const nameLike = /^[\p{L}\p{N}-]+(?: [\p{L}\p{N}.-]+)+$/u;
/** In characters. The rest of a longer item is ignored. */
const longestItem = 300;

/** "coffee shop.com" may mean the last word alone (`own`), or all words together (`joined`). */
interface SpacedName {
	own: DomainName;
	joined: DomainName;
}

/** "northwind coffee.net" is `coffee.net` or `northwindcoffee.net`. */
export function joinWords(text: string): SpacedName | undefined {
	const each = text.split(/\s+/);
	const last = each.pop() ?? "";
	const first = each.findIndex((word) => !otherWord.test(word));
	if (first < 0 || each.length - first >= mostNameWords || each.some((word) => word.includes("."))) return undefined;
	const own = parseDomain(last);
	const joined = own.ok ? parseDomain([...each.slice(first), last].join("")) : own;
	if (!own.ok || !joined.ok) return undefined;
	return { own: nameOf(own), joined: nameOf(joined) };
}

/**
 * An item of a list may have a number or a bullet before it. Undefined if it has several spaces in a row, because its
 * words may then be columns of a table.
 */
export function readSpaced(item: string): SpacedName | undefined {
	const bare = item.trim().slice(0, longestItem).replace(itemMark, "");
	const [first = ""] = bare.split(" ", 1);
	return nameLike.test(bare) && /\p{L}/u.test(first) ? joinWords(bare) : undefined;
}

function nameOf({ ok: _, ...name }: { ok: true } & DomainName): DomainName {
	return name;
}

const most = 10;

/** 0 to 10. The new expiry may be at most ten years from now (docs/service.md). */
export function yearsLeft(expiresAt: Date, now: Date): number {
	const latest = inYears(now, most);
	const years = latest.getUTCFullYear() - expiresAt.getUTCFullYear();
	const fitting = inYears(expiresAt, years) > latest ? years - 1 : years;
	return Math.min(most, Math.max(0, fitting));
}

/** In UTC. February 29 becomes March 1 in a year that has no such day. */
export function inYears(date: Date, years: number): Date {
	const moved = new Date(date);
	moved.setUTCFullYear(moved.getUTCFullYear() + years);
	return moved;
}

/** True for a number that may have a unit, such as `2` or `2 years`. */
export function looksLikeYears(text: string): boolean {
	return /^\d{1,3}\s*\p{L}*$/u.test(text);
}

const counted = new RegExp(`(?<=^|\\s)(\\d+)(?:\\s*${hasAnyWord("years")})?(?=[\\s.,;!]|$)`, "giu");

/**
 * Returns the numbers of years in a text, each once. A number must be a separate word and may have a unit. `rest`: the
 * text without these numbers.
 */
export function extractYears(text: string): { counts: string[]; rest: string } {
	const counts = [...text.matchAll(counted)].flatMap(([, count]) => count ?? []);
	return { counts: [...new Set(counts)], rest: text.replaceAll(counted, " ") };
}
