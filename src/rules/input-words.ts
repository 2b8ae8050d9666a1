/** Words that the bot recognizes in input, in every language, regardless of the bot's own language. */
interface InputWords {
	/** The unit after a number, such as "years" in "2 years". */
	years: RegExp;
	/** The word before the last name of a list, such as "and". */
	conjunction: RegExp;
	/** Words in the header line of a table of names. */
	header: RegExp;
	/** A word that announces a token, such as "key" in "key: abc". */
	token: RegExp;
	thanks: RegExp;
	/** Yes or no. */
	answer: RegExp;
	/** A request for the balance. */
	balance: RegExp;
	/** These six are requests for what the service cannot do. */
	transfer: RegExp;
	auth_code: RegExp;
	registry_lock: RegExp;
	contacts: RegExp;
	dnssec: RegExp;
	deletion: RegExp;
}

/** Keyed by two-letter language code; every language of `locales/` is included. */
export const hasWord = {
	en: {
		years: /y|yrs?|years?/,
		conjunction: /and|or/,
		header: /domain|name|host/,
		token: /\b(?:token|key)\b/,
		thanks: /(?:many )?thanks|thank you(?: (?:very|so) much)?|thx/,
		answer: /yes|yep|yeah|nope?|ok|okay/,
		balance: /(?:my )?balance/,
		transfer: /(?:domain )?transfers?(?: (?:a |my )?domains?| in| out| away)?|(?:push|move) (?:a |my )?domains?/,
		auth_code: /(?:auth(?:orization)?|epp|transfer)[ -]?codes?|authcode|epp/,
		registry_lock: /(?:registr(?:y|ar)|transfer|domain)[ -]?(?:un)?lock|unlock (?:a |my )?domain/,
		contacts: /whois|(?:change |edit )?(?:owner|registrant|admin|domain|whois) (?:contacts?|details|privacy)|contacts/,
		dnssec: /dnssec|ds records?/,
		deletion: /(?:delete|cancel|drop) (?:a |my )?domains?/,
	},
	es: {
		years: /años?/,
		conjunction: /y|e|o|u/,
		header: /dominio|nombre/,
		token: /\bclave\b/,
		thanks: /(?:muchas )?gracias/,
		answer: /sí|no|vale/,
		balance: /(?:mi )?saldo/,
		transfer: /transferencias?|(?:transferir|trasladar) (?:un |mi )?dominio/,
		auth_code: /c[óo]digo (?:auth|epp|de autorizaci[óo]n|de transferencia)/,
		registry_lock: /bloqueo (?:del registro|de transferencia)/,
		contacts: /contactos|(?:datos|contactos?) del (?:titular|dominio)/,
		dnssec: /dnssec/,
		deletion: /(?:borrar|eliminar|cancelar) (?:un |mi )?dominio/,
	},
	ru: {
		years: /г|год|года|лет/,
		conjunction: /и|или/,
		header: /домен|имя/,
		token: /токен|ключ/,
		thanks: /(?:большое )?спасибо(?: большое)?|спс|благодарю/,
		answer: /да|нет|ок|ага/,
		balance: /(?:мой )?баланс/,
		transfer: /трансфер|перенос(?: домена)?|(?:перенести|передать) домен/,
		auth_code: /(?:auth|epp|авторизационный)[ -]?код|код (?:переноса|авторизации)|authcode/,
		registry_lock: /(?:блокировка|запрет) (?:переноса|трансфера)|реестровая блокировка/,
		contacts: /контакты(?: (?:домена|владельца))?|(?:сменить|данные) владельца/,
		dnssec: /dnssec|ds[ -]запис[ьи]/,
		deletion: /удалить домен|отказаться от домена/,
	},
} satisfies Readonly<Record<string, InputWords>>;

/** Returns the source of a pattern that matches these words in every language. */
export function hasAnyWord(what: keyof InputWords): string {
	const sources = Object.values(hasWord).map((words) => words[what].source);
	return `(?:${sources.join("|")})`;
}
