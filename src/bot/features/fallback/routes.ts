import { z } from "zod";
import { unsupported } from "../../../rules/requests.ts";
import { domain, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const fallbackRoutes = {
	apology: route("apology", { reference: z.string() }),
	/**
	 * Says that a step is outdated. `exited`: the person left its conversation. `again`: the screen that starts the
	 * conversation again. `search`: the screen that looks up the text as a name.
	 */
	outdated: route("outdated", { exited: z.boolean().optional(), again: origin.optional(), search: origin.optional() }),
	/** Says that the service does not support a request. `search`: the screen that looks up the same words as a name. */
	unsupported: route("unsupported", { wants: z.enum(unsupported), search: origin.optional() }),
	/**
	 * Says why a message cannot be used. For a text that Telegram may have split, `domain` is the domain of its records, if
	 * it is known. `at`: when the last part of it was sent, as a Unix time in seconds.
	 */
	unknown: route(
		"unknown",
		{
			content: z.enum([
				"text",
				"command",
				"file",
				"file-large",
				"file-binary",
				"file-empty",
				"file-token",
				"file-token-deleted",
				"sticker",
				"list",
				"record",
				"zone-file",
				"zone-file-long",
				"zone-file-large",
				"other",
			]),
			domain: domain.optional(),
			at: z.number().optional(),
		},
		// A part of a zone file may begin in the middle of a key.
		{ acceptsTokenLike: (text, { content }) => content === "zone-file-long" && text.includes("\n") },
	),
};
