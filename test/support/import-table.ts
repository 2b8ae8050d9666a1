import { readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./source-files.ts";

interface Row {
	values: string[];
	/** What may be imported for its types, everything in `values` included. */
	types: string[];
}

/** Returns the table "Who may import whom" of docs/architecture.md: for each folder of `src/`, what it may import. */
export function readImportTable(): Map<string, Row> {
	const page = readFileSync(join(project, "docs", "architecture.md"), "utf8");
	const section = page.split("## Who may import whom")[1]?.split("\n## ")[0] ?? "";
	const rows = section
		.split("\n")
		.filter((line) => line.startsWith("|"))
		.slice(2)
		.map((line) => line.split("|").map((cell) => cell.trim()));
	return new Map(
		rows.flatMap(([, folders = "", targets = ""]) => {
			const named = targets.startsWith("nothing") ? [] : targets.split(", ");
			const row = {
				values: named.filter((each) => !each.endsWith(" (types)")),
				types: named.map((each) => each.replace(" (types)", "")),
			};
			return folders.split(", ").map((folder): [string, Row] => [folder, row]);
		}),
	);
}
