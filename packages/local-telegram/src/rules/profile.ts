import { badRequest } from "./refusal.ts";

/** In code points. Telegram does not document the errors for longer texts, so the error text below is our own. */
const limits = { name: 64, description: 512, short_description: 120 } as const;

export type ProfileField = keyof typeof limits;

export function profileText(field: ProfileField, text: string): string {
	if ([...text].length > limits[field]) throw badRequest(`BOT_${field.toUpperCase()}_TOO_LONG`);
	return text;
}

/** 1 to 64 characters of `A-Za-z0-9_-`. */
export function isStartParameter(value: string): boolean {
	return /^[\w-]{1,64}$/.test(value);
}
