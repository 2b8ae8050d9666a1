import type { BotContext } from "../../context.ts";
import { routes } from "../../screens.ts";

/**
 * If the current screen is the reply to a single forwarded name, returns this name and when it was forwarded.
 * Otherwise, returns null.
 */
export function forwardedName({ screen }: BotContext): { text: string; at: number } | null {
	const offer = screen?.routeName === routes.offer.name ? routes.offer.parse(screen.params) : null;
	const invalid = screen?.routeName === routes.invalid.name ? routes.invalid.parse(screen.params) : null;
	const { forwarded: at } = offer ?? invalid ?? {};
	return at === undefined ? null : { text: offer?.name ?? invalid?.text ?? "", at };
}

/**
 * True if this message was forwarded at most two seconds after a forwarded message with a single name. The names of
 * both messages then form one list. This list replaces the reply about the first name.
 */
export function continuesForward(ctx: BotContext): boolean {
	return ctx.msg?.forward_origin !== undefined && (forwardedName(ctx)?.at ?? 0) + 2 >= (ctx.msg.date ?? 0);
}
