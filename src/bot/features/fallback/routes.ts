import { z } from "zod";
import { origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const fallbackRoutes = {
	apology: route("apology", { reference: z.string() }),
	/** `exited`: the person did something else. `again`: where the flow starts. `search`: the screen for the text as a name. */
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
