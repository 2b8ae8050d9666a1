/** The page's own words in Russian, by the English ones. */
const russian = {
	"5 to 32 letters, digits or _": "От 5 до 32 букв, цифр или _",
	"A local Telegram: nothing here leaves this machine.": "Локальный Telegram: всё остаётся на этой машине.",
	Add: "Добавить",
	"Add a person": "Добавить человека",
	"Add {name}": "Добавить: {name}",
	All: "Все",
	"As a photo": "Как фото",
	"Attach a file": "Прикрепить файл",
	"Back to the chats": "К списку чатов",
	"Block bot": "Заблокировать бота",
	"Bot API calls": "Вызовы Bot API",
	"Bot API calls, {count} refused": "Вызовы Bot API, отказов: {count}",
	"Bot: administrator": "Бот: администратор",
	"Bot: member": "Бот: участник",
	"Bot: taken out": "Бот: исключён",
	"Buttons of this message": "Кнопки этого сообщения",
	Cancel: "Отмена",
	Caption: "Подпись",
	Chats: "Чаты",
	Clear: "Очистить",
	"Clear the list": "Очистить список",
	Close: "Закрыть",
	"Copied to clipboard": "Скопировано",
	Copy: "Скопировать",
	"Copy code": "Скопировать код",
	"Copy text": "Скопировать текст",
	Create: "Создать",
	Delete: "Удалить",
	"Delete message": "Удаление сообщения",
	"Delete this message?": "Удалить это сообщение?",
	Download: "Скачать",
	"Download {name}": "Скачать {name}",
	"Drop files here to send them": "Перетащите сюда файлы, чтобы отправить",
	Edit: "Изменить",
	"Edit message": "Изменение сообщения",
	"Files to send": "Файлы для отправки",
	"First name": "Имя",
	Forward: "Переслать",
	"Forward to": "Переслать",
	"Forwarded message": "Пересланное сообщение",
	"Group name": "Название группы",
	"Hidden text: show": "Скрытый текст: показать",
	"In reply to: {text}": "В ответ на: {text}",
	Language: "Язык",
	"Leave the group": "Покинуть группу",
	"Make it a supergroup": "Сделать супергруппой",
	Members: "Участники",
	Menu: "Меню",
	Message: "Сообщение",
	Messages: "Сообщения",
	More: "Ещё",
	"New group": "Новая группа",
	"New topic": "Новая тема",
	"No messages here yet…": "Здесь пока нет сообщений…",
	Open: "Открыть",
	"Open link": "Открыть ссылку",
	"Open {url}": "Открыть {url}",
	"People and chats": "Люди и чаты",
	Photo: "Фото",
	"Photo: show whole": "Фото: показать целиком",
	"Pinned message": "Закреплённое сообщение",
	"Press START to begin.": "Нажмите СТАРТ, чтобы начать.",
	Reactions: "Реакции",
	"Refused only": "Только отказы",
	Reply: "Ответить",
	"Reply to {name}": "Ответ: {name}",
	Send: "Отправить",
	"Send file": "Отправить файл",
	"Send sticker {emoji}": "Отправить стикер {emoji}",
	"Show the whole quote": "Показать цитату целиком",
	Start: "Старт",
	"Sticker {emoji}": "Стикер {emoji}",
	Stickers: "Стикеры",
	"Suggested answers": "Варианты ответа",
	Suggestions: "Подсказки",
	"Switch to dark": "Тёмная тема",
	"Switch to light": "Светлая тема",
	"The bot has called nothing yet.": "Бот пока ничего не вызывал.",
	"The browser does not allow copying": "Браузер не разрешает копировать",
	"The local Telegram answered {status}": "Локальный Telegram ответил {status}",
	"The local Telegram does not answer": "Локальный Telegram не отвечает",
	"This link leads nowhere from here": "Эта ссылка отсюда никуда не ведёт",
	"To the newest message": "К новым сообщениям",
	"Topic name": "Название темы",
	Topics: "Темы",
	Unblock: "Разблокировать",
	"Unblock bot": "Разблокировать бота",
	"Username (optional)": "Имя пользователя (необязательно)",
	"What can this bot do?": "Что умеет этот бот?",
	"With topics": "С темами",
	You: "Вы",
	"You are {name}: switch to another person": "Вы — {name}: сменить человека",
	bot: "бот",
	"choosing a sticker": "выбирает стикер",
	"connecting…": "соединение…",
	edited: "изменено",
	"finding a location": "выбирает место",
	group: "группа",
	"group with topics": "группа с темами",
	"recording a video": "записывает видео",
	"recording a voice message": "записывает голосовое сообщение",
	"sending a file": "отправляет файл",
	"sending a photo": "отправляет фото",
	"sending a video": "отправляет видео",
	"sending a voice message": "отправляет голосовое сообщение",
	typing: "печатает",
	"via {name}": "через {name}",
	"{count} unread": "непрочитанных: {count}",
} as const;

export type Words = keyof typeof russian;
export type Language = "en" | "ru";

let current: Language = "en";

/** The language of a person, or of the browser where the person has none; English where the page does not speak it. */
export function languageOf(code: string | undefined): Language {
	return (code ?? navigator.language).toLowerCase().split("-")[0] === "ru" ? "ru" : "en";
}

/** Chosen before the page is built: what stands there already keeps its words. */
export function speak(language: Language): void {
	current = language;
	document.documentElement.lang = language;
}

export function spoken(): Language {
	return current;
}

/** The page's own words in the language that it speaks, with `{name}` replaced by its value. */
export function t(words: Words, values: Readonly<Record<string, string>> = {}): string {
	const said = current === "ru" ? russian[words] : words;
	return said.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
