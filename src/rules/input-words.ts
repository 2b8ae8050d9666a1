/** Words that are read in what people type, whichever language the bot speaks with them. */
interface Spoken {
	/** Behind a number of years. */
	years: RegExp;
	/** Between the last two names of a list in a sentence. */
	joins: RegExp;
	/** In the first line of a table of names. */
	heads: RegExp;
	/** Says that a word beside it is a token. */
	token: RegExp;
}

/** By the language's two letters; every language of `locales/` is among them. */
export const hasWord = {
	en: { years: /y|yrs?|years?/, joins: /and|or/, heads: /domain|name|host/, token: /\b(?:token|key)\b/ },
	es: { years: /años?/, joins: /y|e|o|u/, heads: /dominio|nombre/, token: /\bclave\b/ },
	ru: { years: /г|год|года|лет/, joins: /и|или/, heads: /домен|имя/, token: /токен|ключ/ },
} satisfies Readonly<Record<string, Spoken>>;

/** A pattern for the words of all languages. */
export function hasAnyWord(what: keyof Spoken): string {
	const sources = Object.values(hasWord).map((words) => words[what].source);
	return `(?:${sources.join("|")})`;
}
