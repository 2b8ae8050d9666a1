/** The 160 most frequent pairs. They make up 81 % of all pairs in English words, but only 24 % in random text. */
const common = new Set(
	[
		"ab ac ad ag ai al am an ap ar as at ay ba be bi bl bo bu ca ce ch ci ck cl co cr ct da de di do ea",
		"ec ed ee ef el em en ep er es et ev ex fa fe fi fo ge gi gr ha he hi ho ia ic id ie if ig il im in",
		"io ir is it iv ke ki la le li ll lo lu ly ma me mi mo mp na nc nd ne ng ni no ns nt oc od ol om on",
		"oo op or os ot ou ov ow pa pe pi pl po pp pr pt qu ra rc rd re ri rm rn ro rr rs rt ry sa sc se sh",
		"si so sp ss st su ta te th ti to tr ts tt tu ty ue ul un up ur us ut va ve vi wa we",
	].flatMap((row) => row.split(" ")),
);

/** The fraction of neighbouring pairs that are frequent in English; 1 if the word has no pairs. */
export function commonPairs(word: string): number {
	const runs = word.toLowerCase().match(/[a-z]+/g) ?? [];
	const pairs = runs.flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)));
	return pairs.length === 0 ? 1 : pairs.filter((pair) => common.has(pair)).length / pairs.length;
}
