import { certainToken, findExpectedToken, findToken, isTruncatedToken, mayBeToken } from "../../../rules/secrets.ts";

export interface CredentialInput {
	text: string;
	/** The text after the command `/connect`; null if the text is not this command. */
	argument: string | null;
	/** True if the last screen of the chat asks for an API token. */
	asked: boolean;
	/** True if the text is clearly not a token, for example a domain name, a list of names or a DNS record. */
	isOther: boolean;
	/** True if the last screen accepts texts that may look like a token, such as the value of a TXT record. */
	acceptsTokenLike: boolean;
}

export type Credential =
	| { kind: "token"; token: string }
	/**
	 * A text that may be a token of an external registrar service, whose token format the bot does not know. The caller
	 * tests the text as a token only if the bot uses an external service and the person has no working connection.
	 * Otherwise, the caller uses `otherwise` instead.
	 */
	| { kind: "likely"; token: string; otherwise: Credential }
	/** The person apparently tried to send a token, but the text contains no usable one. */
	| { kind: "attempt" }
	| { kind: "none" };

/**
 * Finds the token in a text.
 * - If the chat has just asked for a token, most texts count as a token or as an attempt to send one. Exceptions are
 *   commands, names, lists and records.
 * - A truncated token counts as an attempt, so that the caller deletes the message.
 */
export function findCredential({ text, argument, asked, isOther, acceptsTokenLike }: CredentialInput): Credential {
	const answers = asked && text.trim() !== "" && !text.startsWith("/") && (findToken(text) !== undefined || !isOther);
	const given = argument ?? (answers ? text : null);
	if (given !== null) {
		const token = findExpectedToken(given, true) ?? asToken(given);
		return token === null ? { kind: "attempt" } : { kind: "token", token };
	}
	const certain = acceptsTokenLike ? certainToken(text) : findToken(text);
	if (certain !== undefined) return { kind: "token", token: certain };
	const otherwise: Credential = { kind: isTruncatedToken(text) ? "attempt" : "none" };
	if (isOther || acceptsTokenLike) return otherwise;
	const likely = asToken(findExpectedToken(text, false) ?? (mayBeToken(text) ? text : ""));
	return likely === null ? otherwise : { kind: "likely", token: likely, otherwise };
}

/**
 * Returns the text if it may be a token of an unknown format: one long word that fits in an HTTP header. Otherwise
 * null.
 */
function asToken(text: string): string | null {
	const word = text.trim();
	return /^[\x21-\x7e]{12,4096}$/.test(word) ? word : null;
}
