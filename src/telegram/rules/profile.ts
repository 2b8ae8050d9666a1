import { badRequest } from "./refusal.ts";

/**
 * The maximum lengths of the texts in a bot's profile, in code points. Telegram's error messages for them are not
 * documented, so ours are invented.
 */
const limits = { name: 64, description: 512, short_description: 120 } as const;

export type ProfileField = keyof typeof limits;

export function profileText(field: ProfileField, text: string): string {
	if ([...text].length > limits[field]) throw badRequest(`BOT_${field.toUpperCase()}_TOO_LONG`);
	return text;
}

/** True if a text is allowed as the parameter of `/start` and of links: 1 to 64 characters of `A-Za-z0-9_-`. */
export function isStartParameter(value: string): boolean {
	return /^[\w-]{1,64}$/.test(value);
}
