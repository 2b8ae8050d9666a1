import { certainToken, findExpectedToken, findToken, isTruncatedToken, mayBeToken } from "../../../rules/secrets.ts";

export interface CredentialInput {
	text: string;
	/** The text after the command `/connect`; null if the text is not this command. */
	argument: string | null;
	/** True if the last screen of the chat asks for a token. */
	asked: boolean;
	/** True if the text is clearly something other than a token, such as a name, a list or a record. */
	isOther: boolean;
	/** True if a valid answer to the current question may look like a token. */
	acceptsTokenLike: boolean;
}

export type Credential =
	| { kind: "token"; token: string }
	/** Possibly a token of an external service. `otherwise` applies if the person has a working connection. */
	| { kind: "likely"; token: string; otherwise: Credential }
	/** The person tried to send a token, but the text contains none that the bot can use. */
	| { kind: "attempt" }
	| { kind: "none" };

/**
 * Finds the token in a text.
 * - While the chat asks for a token, most texts count as a token or an attempt. Exceptions are commands, names, lists
 *   and records.
 * - A truncated token counts as an attempt, so that the message is deleted.
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

/** Returns the text if it may be a token of an unknown format: one long word that fits in an HTTP header. */
function asToken(text: string): string | null {
	const word = text.trim();
	return /^[\x21-\x7e]{12,4096}$/.test(word) ? word : null;
}
