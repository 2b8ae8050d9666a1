import { certainToken, findExpectedToken, findToken, isTruncatedToken, mayBeToken } from "../../../rules/secrets.ts";

export interface CredentialInput {
	text: string;
	/** The text after the command `/connect`; null without the command. */
	argument: string | null;
	/** True if the chat just asked for a token. */
	asked: boolean;
	/** True if the text clearly means something else, such as a name, a list or a record. */
	isOther: boolean;
	/** True if an answer to the current question can look like a token. */
	acceptsTokenLike: boolean;
}

export type Credential =
	| { kind: "token"; token: string }
	/** Counts as a token only while the person has no account of an external service, and `otherwise` as something else. */
	| { kind: "likely"; token: string; otherwise: Credential }
	/** The person tried to send a token, but the text has no usable one. */
	| { kind: "attempt" }
	| { kind: "none" };

/**
 * Finds the token in a text. While the chat asks for a token, any text that is not a command, name, list or record is an
 * attempt. A token without its end is an attempt too, because the message has to be deleted.
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

/** Returns the text if it may be a token of an unknown form: one long word that fits in a header. */
function asToken(text: string): string | null {
	const word = text.trim();
	return /^[\x21-\x7e]{12,4096}$/.test(word) ? word : null;
}
