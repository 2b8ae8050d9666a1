import { z } from "zod";
import { noticeKey } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";

export const privacyRoutes = {
	privacy: route("privacy", { noticeKey }),
	/** A message with the person's data as a file. */
	myData: route("my_data", {}),
	/** `sure`: true if the screen asks for the second confirmation of the deletion. */
	forget: route("forget", { sure: z.boolean() }, { onAbandon: () => ({ what: "privacy-delete" }) }),
};
