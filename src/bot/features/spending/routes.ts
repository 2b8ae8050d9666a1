import { route } from "../../screens/route.ts";

export const spendingRoutes = {
	spending: route("spending", {}),
	/** `spendingFile` is a message with the spending as a file; `spendingPicture` is one with a chart. */
	spendingFile: route("spending_file", {}),
	spendingPicture: route("spending_picture", {}),
};
