import leven from "leven";

/**
 * What a word or a phrase of a request is about. A pattern is matched against a text in lower case in which each entity
 * is replaced: a domain by `<n>`, an address by `<ip>`, an extension by `<x>`, and any number by `#`.
 */
interface RequestWords {
	buy: RegExp;
	renew: RegExp;
	topUp: RegExp;
	/** Money that is to leave the account. */
	withdraw: RegExp;
	/** Money that is to come back for an order. */
	refund: RegExp;
	/** Verbs of money that have no other meaning here. */
	pay: RegExp;
	/** A highest sum, such as "no more than". */
	most: RegExp;
	spent: RegExp;
	sell: RegExp;
	backorder: RegExp;
	worth: RegExp;
	freeze: RegExp;
	point: RegExp;
	add: RegExp;
	/** Adds a record, or gives a name another address. */
	set: RegExp;
	remove: RegExp;
	change: RegExp;
	cancel: RegExp;
	watch: RegExp;
	records: RegExp;
	servers: RegExp;
	all: RegExp;
	expiry: RegExp;
	own: RegExp;
	blocked: RegExp;
	balance: RegExp;
	orders: RegExp;
	limits: RegExp;
	price: RegExp;
	undo: RegExp;
	/** Before a verb: it is not to happen. */
	negation: RegExp;
	/** Ends a watch by itself, without a negation. */
	unwatch: RegExp;
	/** A verb before the name of a provider. */
	setUp: RegExp;
	help: RegExp;
	mail: RegExp;
	site: RegExp;
	restorePoints: RegExp;
	templates: RegExp;
	tags: RegExp;
	note: RegExp;
	alerts: RegExp;
	quietHours: RegExp;
	language: RegExp;
	token: RegExp;
	connect: RegExp;
	/** A word between a change and the domain that it is for, such as "to" in "add www A 203.0.113.5 to one.com". */
	preposition: RegExp;
	priority: RegExp;
	days: RegExp;
	weeks: RegExp;
	months: RegExp;
	years: RegExp;
	/** Words that carry no meaning here: polite words, articles, pronouns. */
	filler: RegExp;
	/** The twelve months, from January. */
	calendar: readonly RegExp[];
	/** The numbers from one to ten. */
	numbers: readonly RegExp[];
	/** Someone else has the account, or everything must stop at once. */
	emergency: RegExp;
	/** The words that are worth a question if they are misspelt. */
	spelled: string;
}

/** Keyed by two-letter language code. */
export const requestWords = {
	en: {
		buy: /buy(?:ing)?|purchase|register|registration|order(?= (?:<n>|the|a|me|domain))|grab|acquire|get(?= (?:me )?<n>)/,
		renew: /renew(?:al|als|ing|ed)?|extend|prolong/,
		topUp:
			/top(?:ping)?[ -]?up|(?:add|deposit|put|load|transfer|send|pay in) (?:me |some |more )*(?:#|money|funds|cash|credits?|balance|dollars|usd)(?! (?:ns|mx))|deposit|(?:fund|refill|recharge|replenish) (?:my |the )?(?:account|balance|wallet)|fund|refill|recharge|charge (?:my |the )?card/,
		withdraw:
			/withdraw(?:al|ing)?|cash(?:ing)? out|pay ?out|(?:send|transfer|move|return) .{0,30}to (?:my|the|a) (?:card|bank|paypal|wallet)/,
		refund: /refunds?|refunded|chargeback|(?:my |the )?money back/,
		pay: /pay|charge|turn o(?:n|ff)|enable|disable/,
		most: /(?:no|not) more than|at most|max(?:imum)?/,
		spent:
			/spen[dt]|spending|expenses?|expenditures?|(?:have i|did i|i) (?:paid|pay)|(?:why|what|how much) .{0,20}charged(?: for)?/,
		sell: /sell(?:ing)?|(?:for|on|up for) sale|auction(?: off)?|find (?:me )?(?:a )?buyers?(?: for)?/,
		backorder: /back[ -]?order(?:ing)?|drop[ -]?catch(?:ing)?|snipe|(?:catch|grab|snap) .{0,40}(?:drops?|expires?)/,
		worth: /worth|apprais(?:al|e)|valu(?:e|ation)|estimate/,
		freeze: /(?:un)?freez(?:e|ing)|(?:un)?frozen/,
		point: /point(?:ing|s)?|map|aim|redirect|resolve|forward|direct/,
		add: /add|create|insert/,
		set: /put|set|make/,
		remove: /delete|remove|drop|erase|clear/,
		change: /change|edit|update|replace|switch|modify|use|move/,
		cancel: /cancel|abort|never ?mind|forget (?:it|about it)|stop(?: it)?/,
		watch:
			/watch(?:es|ed|ing)?|notify(?:ing)?|monitor(?:ing)?|track(?:ing)?|alert me|tell me (?:when|if|once)|let me know|ping me|remind me/,
		records: /dns|zone(?: file)?|records?|entry|entries|mx|txt|cname|aaaa|caa|srv|spf|dmarc/,
		servers: /name ?servers?|ns|dns servers?/,
		all: /all|everything|every|any|whole/,
		expiry: /expir(?:e|es|ing|y|ed|ation)|runs? out|running out|laps(?:e|es|ing)|due/,
		own: /(?:do )?(?:i|we) (?:have|own|hold)|(?:am|are) (?:i|we)|my|mine|our|list|show|i've got|(?:i|we) got/,
		blocked: /blocked|suspended/,
		balance:
			/balance|(?:money|funds|cash|credit)(?: (?:do i have|i have|left|is left|on (?:my |the )?(?:account|balance)))?/,
		orders: /orders?|purchases|history/,
		limits: /(?:daily |spending |day )*(?:limits?|cap)/,
		price: /prices?|costs?|how much|pricing/,
		undo: /undo|revert|roll ?back/,
		negation: /stop|don't|dont|do not|never|no longer|quit|cancel/,
		unwatch: /unwatch|unfollow/,
		setUp: /set ?up|connect|configure|apply|install|hook up|host/,
		help: /works?$|help|explain|guide|how (?:to use|(?:do|can|should) i use)|how (?:do|does)(?= .+ work)|(?:what|where) (?:is|are)(?= (?:the |a |my )?(?:templates?|tags?|edge|nameservers|restore points?)$)/,
		mail: /e-?mails?|mail|mailbox(?:es)?/,
		site: /(?:web)?site|hosting/,
		restorePoints: /restore|restore points?|backups?|snapshots?/,
		templates: /templates/,
		tags: /tags?|tagged|untag/,
		note: /notes? (?:for|on|to|about)|(?:add|write|leave|edit) (?:a )?note/,
		alerts: /alerts|notifications|reminders|(?:un)?mute/,
		quietHours: /quiet hours?|do not disturb/,
		language: /language/,
		token: /(?:replace|rotate|reissue|re-issue|change|show|new) .{0,8}token/,
		connect: /(?:connect|add) (?:my |an? |the |another )*(?:account|(?:api )?token)/,
		preposition: /to|for|on|in|of|into|at|from|under/,
		priority: /prio(?:rity)?|pref(?:erence)?/,
		days: /days?/,
		weeks: /weeks?/,
		months: /months?/,
		years: /y|yrs?|years?/,
		filler:
			/please|pls|plz|kindly|can|could|would|will|you|i|i'd|id|we|want|wanna|need|like|let's|lets|let|me|my|mine|our|the|a|an|this|that|these|those|it|its|to|for|of|on|in|with|by|at|from|and|or|also|now|today|asap|just|so|do|does|did|is|are|was|be|what|what's|whats|which|how|much|many|when|where|hey|hi|hello|thanks|thank|some|more|domains?|names?|account|wallet|usd|dollars?|bucks|next|within|during|up|under|over|below|less|than|here|there|about|going|gonna|have|has|had|got|us|any|if|there's|as|money|then|okay|ok|back|last|when|if|card|bank|paypal|per|anymore|am|names?|don't|off|export|download|csv/,
		calendar: [
			/jan(?:uary)?/,
			/feb(?:ruary)?/,
			/mar(?:ch)?/,
			/apr(?:il)?/,
			/may/,
			/june?/,
			/july?/,
			/aug(?:ust)?/,
			/sept?(?:ember)?/,
			/oct(?:ober)?/,
			/nov(?:ember)?/,
			/dec(?:ember)?/,
		],
		spelled:
			"buy purchase register renew renewal extend deposit withdraw refund spending sell backorder appraise freeze unfreeze transfer point delete remove change replace switch cancel watch unwatch notify stop top setup connect configure balance orders limit price prices nameservers expires expiring everything templates restore",
		numbers: [/one/, /two/, /three/, /four/, /five/, /six/, /seven/, /eight/, /nine/, /ten/],
		emergency:
			/(?:some(?:one|body)|they|hackers?) (?:has |have |just )?(?:stole|stolen|hacked|took over) (?:my|our)|(?:my|our) (?:account|token|domains?|api token) (?:was|were|is|has been|got|are) (?:stolen|hacked|compromised|leaked)|(?:i was|i got|i've been|we were) hacked|(?:stop|block|pause|halt) (?:everything|all (?:my )?orders)/,
	},
	ru: {
		buy: /куп(?:ить|и|ите|лю|им)|покупа(?:ть|ю|й|ем)|приобрести|приобрет(?:и|у)|зарегистрир(?:овать|уй|уйте|ую)|регистрируй|регистрация|закажи(?:те)?|заказать|оформи(?:ть|те)?|возьми(?:те)?/,
		renew: /продл(?:ить|и|ите|ю|им|ение|яй|евать)|продлева(?:ть|й|ю)/,
		topUp:
			/попол(?:ни|нить|ните|ню|нение)|закин(?:уть|ь|ьте|у)|(?:внести|внеси|внесу|положи|положить|положу|добавь|добавьте|добавить|доложить|докинь|докинуть|зачисли|зачислить|перевести) (?:ещ[её] |мне |на (?:баланс|сч[её]т) )*(?:#|деньги|денег|средства|средств|долларов|баксов)|депозит|спи(?:ши|шите|сать)(?= (?:с|#))/,
		withdraw: /вывести|вывод|выведи(?:те)?|снять|сними(?:те)?|обналичить/,
		refund: /возврат[а-яё]*|верн(?:и|ите|уть) (?:мне |мои )?(?:деньги|средства)|рефанд/,
		pay: /заплати(?:те|ть)?|оплати(?:те|ть)?|перевед(?:и|ите)|отправ(?:ь|ьте|ить)|включи(?:те|ть)?|(?:вы|от)ключи(?:те|ть)?/,
		most: /не (?:больше|более)|максимум|максимально/,
		spent:
			/потрат(?:ил|ила|или|ить|ила я)|потрачено|трат(?:ы|ить|ил|ила)?|расход(?:ы|ов)?|(?:за что|почему|сколько) .{0,20}списал[иао]?|израсходовал[аи]?|ушло (?:денег|на домены)|(?:я )?заплатил[аи]?/,
		sell: /прода(?:ть|й|йте|м|жа|жу|вать|ю|ём)|(?:на|в) продаж[уе]|выстав(?:ить|ь|ьте)|аукцион/,
		backorder: /б[эе]корд[еэ]р|пере(?:хват|хватить|хвати|хватывать)|предзаказ(?:ать)?|back[ -]?order|поймать|поймай/,
		worth: /оцен(?:и|ить|ка|ите|ку)|ценность|(?:можно|могу|за сколько) прода(?:ть|м)/,
		freeze: /(?:за|раз)мор(?:озить|озь|озьте|озка|озку)/,
		point:
			/направ(?:ь|ить|ьте|ляй)|привяж(?:и|ите)|привязать|укаж(?:и|ите)|перенаправ(?:ь|ить|ьте)|наведи|навести|смотрел/,
		add: /добав(?:ь|ить|ьте|им|лю)|созда(?:й|ть|йте)|внес(?:и|ти)/,
		set: /постав(?:ь|ить|ьте)|пропи(?:ши|сать|шите)|установи(?:ть|те)?/,
		remove: /удал(?:и|ить|ите|яй)|убер(?:и|ите)|убрать|сотр(?:и|ите)|стереть/,
		change:
			/измен(?:и|ить|ите)|смен(?:и|ить|ите)|поменя(?:й|ть|йте)|замен(?:и|ить|ите)|обнов(?:и|ить|ите)|переключи(?:ть)?|использу(?:й|йте)|перевед(?:и|ите)/,
		cancel: /отмен(?:а|и|ить|ите|яй)|не надо|передумал[аи]?|забудь|стоп|хватит/,
		watch:
			/след(?:и|ить|ите)|слежу|следим|слежени[еяю]|наблюдени[еяю]|отслеживани[еяю]|отслеживаемы[ехй]|отслежива(?:й|ть|йте)|сообщ(?:и|ить|ите)|предупред(?:и|ить|ите)|уведом(?:и|ить|ите|ляй)|дай(?:те)? знать|напомн(?:и|ить|ите)|скажи(?:те)?(?=,? когда)|подпиши(?:те)?/,
		records: /dns|днс|запис(?:ь|и|ей|ью)|зон[уаые]|mx|txt|cname|aaaa|caa|srv|spf|dmarc/,
		servers: /(?:нейм|нэйм|нс|ns|dns|днс)[ -]?сервер(?:а|ы|ов|ах)?|ns|нс|name ?servers?/,
		all: /вс[её]|всех|всю|любые|каждый/,
		expiry:
			/исте(?:кает|кают|кающие|кли|чёт|чет|кут)|законч(?:ится|атся)|заканчива(?:ется|ются|ющиеся)|конча(?:ется|ются)|просроч[а-яё]*|срок(?:и|а)?/,
		own: /(?:что|какие|сколько)? ?у (?:меня|нас)|мои(?:х)?|мой|наши|я слежу|есть|покажи(?:те)?|список/,
		blocked: /заблокирован(?:ы|о|ные|ных)?|блокировк[иа]/,
		balance:
			/баланс(?:е|а)?|(?:сколько )?(?:у меня )?(?:осталось )?(?:денег|средств)(?: осталось| на (?:сч[её]те?|балансе))?|на сч[её]те?/,
		orders: /заказ(?:ы|а|ов|е)?|покупк(?:и|ок)|истори[яию]/,
		limits: /(?:(?:дневн|суточн|ежедневн)[а-яё]+ )?лимит(?:ы|а|ов)?/,
		price: /цен[аыу]|сто(?:ит|ят|имость)|поч[её]м|прайс/,
		negation: /не|никогда|перестань(?:те)?|перестать|прекрати(?:те)?|прекратить|хватит|больше не/,
		unwatch: /отпиши(?:сь|тесь)|отписаться/,
		setUp: /настро(?:й|ить|йте|им)|подключи(?:ть|те)?|примени(?:ть|те)?/,
		help: /помог(?:и|ите)|помощь|справка|объясни(?:те)?|расскажи(?:те)?|подскажи(?:те)?|как (?:настроить|пользоваться|использовать|работает|работают)|что такое|где (?:мои )?(?=(?:шаблоны|теги|точки восстановления)$)/,
		mail: /почт[а-яё]+/,
		site: /сайт[а-яё]*|хостинг[а-яё]*/,
		restorePoints: /восстанов(?:и|ить|ите)|точк[а-яё]+ восстановления|бэкап[а-яё]*|верни(?:те)?|вернуть/,
		templates: /шаблон(?:ы|ов|а)/,
		tags: /тег(?:и|ов|а|ами|ом)?/,
		note: /заметк[а-яё]+/,
		alerts: /уведомлени[яй]|напоминани[яй]|оповещени[яй]/,
		quietHours: /тихи[ехй] час[а-яё]*|не беспокоить/,
		language: /язык[а-яё]*/,
		token: /(?:замени|смени|поменяй|перевыпусти|покажи|новый)(?:ть|те)? .{0,8}токен/,
		connect: /(?:подключи|добав)(?:ть|ь|ить)? (?:мой |ещё |другой |новый )*(?:аккаунт|токен)/,
		undo: /откат(?:и|ить|ите)|верн(?:и|уть|ите) (?:как было|назад|обратно)|отмен(?:и|ить) (?:последн[а-яё]*|изменени[а-яё]*)/,
		preposition: /для|в|во|на|к|ко|домену|домена|домене|из|у|под/,
		priority: /приоритет(?:ом)?/,
		days: /дн(?:я|ей|и)|день|дн|суток/,
		weeks: /недел(?:и|ю|ь|е|я)/,
		months: /месяц(?:а|ев|е|ы)?/,
		years: /г|год|года|лет/,
		filler:
			/пожалуйста|плиз|плз|пж|можешь|можете|можно|мог|бы|надо|нужно|нужен|хочу|хотел|хотела|хочется|мне|меня|мой|моего|мои|моих|мою|свой|свои|моё|его|я|мы|нам|нас|у|на|в|во|к|ко|с|со|за|до|по|от|из|для|под|и|или|а|ещё|еще|сейчас|сегодня|срочно|просто|что|чем|какие|какой|какая|сколько|когда|как|где|это|этот|эту|эти|тот|домен(?:а|ы|ов|у|ом|ах|е)?|имя|имена|имён|имен|сч[её]т(?:а|е|у)?|аккаунт(?:а|е|у)?|доллар(?:ов|а|ы)?|баксов|бакса|usd|руб[а-яё]*|следующ[а-яё]*|ближайш[а-яё]*|течени[ие]|этом|прошл[а-яё]*|привет|здравствуйте|спасибо|давай(?:те)?|ли|не|есть|был[аои]?|чтобы|меньше|дешевле|ниже|дороже|так|деньги|денег|будет|будут|то|котор[а-яё]*|станет|последн[а-яё]*|карт[а-яё]*|день|выгрузи|скачай|csv/,
		calendar: [
			/январ[а-яё]/,
			/феврал[а-яё]/,
			/март[а-яё]?/,
			/апрел[а-яё]/,
			/ма[йея]/,
			/июн[а-яё]/,
			/июл[а-яё]/,
			/август[а-яё]?/,
			/сентябр[а-яё]/,
			/октябр[а-яё]/,
			/ноябр[а-яё]/,
			/декабр[а-яё]/,
		],
		spelled:
			"купить купи зарегистрировать зарегистрируй продлить продли пополнить пополни вывести возврат расходы продать продай оценить заморозить заморозь разморозить разморозь перенести направь направить удалить удали изменить измени сменить смени отменить следить следи сообщи настроить настрой подключить подключи добавь добавить покажи баланс заказы лимит цена истекает уведомления шаблоны",
		numbers: [/один|одну/, /два|две/, /три/, /четыре/, /пять/, /шесть/, /семь/, /восемь/, /девять/, /десять/],
		emergency:
			/(?:украли|взломали|угнали|увели) (?:у меня |мой |мои |наш )?(?:аккаунт|домены?|токен)|(?:аккаунт|домены?|токен) (?:украли|взломали|угнали|увели)|меня взломали|(?:заблокируй|останови|стоп)(?:те)? (?:вс[её] заказы|вс[её]$)/,
	},
} satisfies Readonly<Record<string, RequestWords>>;

export type Concept = Exclude<keyof RequestWords, "calendar" | "numbers" | "spelled">;

const bounded = (source: string) => `(?<![\\p{L}\\p{N}<])(?:${source})(?![\\p{L}\\p{N}']|<)`;

function sourceOf(what: Concept): string {
	return Object.values(requestWords)
		.map((words) => words[what].source)
		.join("|");
}

/** The patterns of a word of one meaning, in any language. */
interface WordPatterns {
	anywhere: RegExp;
	/** For `replaceAll`. */
	every: RegExp;
	first: RegExp;
	whole: RegExp;
}

/** Every typed text is tried against all meanings, so their patterns are compiled once. */
const known = new Map<Concept, WordPatterns>();

export function wordOf(what: Concept): WordPatterns {
	let patterns = known.get(what);
	if (!patterns) {
		const source = bounded(sourceOf(what));
		patterns = {
			anywhere: new RegExp(source, "u"),
			every: new RegExp(source, "gu"),
			first: new RegExp(`^(?:${source})`, "u"),
			whole: new RegExp(`^(?:${source})$`, "u"),
		};
		known.set(what, patterns);
	}
	return patterns;
}

const denied = new Map<Concept, RegExp>();

/** Matches a word of this meaning after one that denies it, such as "don't" or "stop". */
export function deniedWord(what: Concept): RegExp {
	const pattern =
		denied.get(what) ??
		new RegExp(bounded(`(?:${sourceOf("negation")}) (?:me |больше |мне )?(?:${sourceOf(what)})`), "u");
	denied.set(what, pattern);
	return pattern;
}

const spellings = Object.values(requestWords).flatMap(({ spelled }) => spelled.split(" "));
/** True for a noun of the verb, such as "freezer", which is spelled correctly. */
const isDerived = (word: string, verb: string) => word.startsWith(verb) && /^(?:e?r|s)$/.test(word.slice(verb.length));
const sorted = (word: string) => [...word].sort().join("");

/**
 * Returns the word of a request that is nearly this one: with one letter wrong, and two in a long word. A word of up to
 * five letters may only miss a letter, have one too many, or have two in the wrong order, because "print" is not "point".
 */
export function nearestSpelling(word: string): string | undefined {
	const near = spellings.filter((each) => {
		if (word.length < 3 || each[0] !== word[0] || isDerived(word, each)) return false;
		const distance = leven(word, each);
		if (distance === 2 && sorted(word) === sorted(each)) return true;
		if (each.length <= 5) return distance === 1 && word.length !== each.length;
		return distance === 1 || (distance === 2 && each.length >= 9);
	});
	return near.toSorted((one, other) => leven(word, one) - leven(word, other))[0];
}

const wholes = new Map<RegExp, RegExp>();

function isWhole(pattern: RegExp, word: string): boolean {
	const whole = wholes.get(pattern) ?? new RegExp(`^(?:${pattern.source})$`, "u");
	wholes.set(pattern, whole);
	return whole.test(word);
}

/** Returns the number of the month (1 to 12), or undefined if the word names no month. */
export function monthOf(word: string): number | undefined {
	return placeOf(word, "calendar");
}

/** Returns the number from 1 to 10 that a word names. */
export function countOf(word: string): number | undefined {
	return placeOf(word, "numbers");
}

function placeOf(word: string, list: "calendar" | "numbers"): number | undefined {
	const places = Object.values(requestWords).map((words) => words[list].findIndex((each) => isWhole(each, word)));
	const found = places.find((place) => place >= 0);
	return found === undefined ? undefined : found + 1;
}
