import { z } from "zod";
import { origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const fallbackRoutes = {
	apology: route("apology", { reference: z.string() }),
	/** `exited`: the person left the conversation. `again`: its first screen. `search`: the lookup of the text. */
	outdated: route("outdated", { exited: z.boolean().optional(), again: origin.optional(), search: origin.optional() }),
	unknown: route("unknown", {
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
			"other",
		]),
	}),
};
