# Все тексты бота по-русски. Ключи и переменные те же, что в en.ftl.

language-name = Русский
bot-about = Поиск, покупка и обслуживание доменов прямо в чате.
bot-description =
    Ваш регистратор доменов в чате: подберу имя, куплю, настрою и сразу сообщу, если с доменом что-то случится.

    Нажмите «Старт» и напишите любое имя.

## Общие кнопки

button-again = 🔄 Повторить
button-back = ‹ Назад
button-connect = 🔑 Подключить аккаунт
button-doctor = 🩺 Что делать?
button-first = ⏮ { $page }
button-home = 🏠 Главная
button-last = { $page } ⏭
button-newest = ⏮ К новым
button-next = Следующие ›
button-previous = ‹ Предыдущие
button-refresh = 🔄 Обновить

sandbox-note = 🧪 Песочница: деньги ненастоящие, покупка учебная.
moment-at = в { $time }
price-unknown = цена неизвестна

## Главная и справка

home-title = <b>🏠 Главная</b>
home-greeting = 👋 Добро пожаловать!
home-hint = Напишите имя, например <code>example.com</code>, или выберите ниже.
home-welcome =
    { $service ->
        [none] Здесь можно работать с доменами прямо в чате: я подбираю имена, покупаю их и сообщаю, когда с ними что-то происходит.
       *[other] Здесь можно работать с доменами в { $service } прямо в чате: я подбираю имена, покупаю их и сообщаю, когда с ними что-то происходит.
    }

    Чтобы начать, подключите аккаунт.
home-account =
    { $money ->
        [sandbox] 🧪 Песочница <b>{ $user }</b>, токен …{ $last4 }
       *[other] Аккаунт <b>{ $user }</b>, токен …{ $last4 }
    }
home-state-needs-whitelist =
    { $owned ->
        [true] ⚠️ Сервис не принимает запросы с моего адреса. Снова впустить меня можно в разделе <b>«Аккаунт»</b>.
       *[other] ⚠️ Сервис пока не принимает запросы с моего адреса. Что делать, написано в разделе <b>«Аккаунт»</b>.
    }
home-state-needs-token =
    { $owned ->
        [true] ⚠️ Сервис больше не принимает этот токен. Включить API или выпустить новый токен можно в разделе <b>«Аккаунт»</b>.
       *[other] ⚠️ Сервис больше не принимает этот токен: его заменили или отключён API. Пришлите новый командой /connect или проверьте прежний в разделе <b>«Аккаунт»</b>.
    }
home-state-unproved = ⚠️ Сервис ещё не ответил, поэтому токен пока не проверен.
home-cancelled = Отменено. Ничего не куплено и не изменено.
home-cancelled-what =
    { $goesOn ->
        [true] Отменено: { $what }. По этому ничего не куплено и не изменено; то, что подтверждено раньше, продолжается.
       *[false] Отменено: { $what }. Ничего не куплено и не изменено.
    }
home-resume = ▶️ Продолжить: { $name }
home-nothing = Отменять нечего.
home-search = 🔎 Поиск
home-domains = 🌐 Мои домены
home-operations = 🧾 Заказы
home-accounts = 💳 Аккаунт
home-settings = ⚙️ Настройки
home-help = ❓ Справка
home-language = 🌍 Язык
home-connect = 🔑 Подключить мой аккаунт
home-sandbox = 🧪 Открыть песочницу

help-top = <b>❓ Что я умею</b>
help-line = /{ $command } — { $does }
help-typing =
    Достаточно просто написать: имя целиком (<code>example.com</code>), его часть (<code>example</code>) или номер заказа (<code>#4K7Q</code>).

    Пока вы не нажмёте зелёную кнопку, ничего не покупается.
help-support = 💬 Поддержка

command-start = Главная
command-search = Найти имя: /search example
command-prices = Цены: /prices com
command-domains = Мои домены; /domains shop — поиск по ним
command-renew = Продлить: /renew example.com 2
command-dns = Записи DNS: /dns example.com www A 203.0.113.5
command-ns = Серверы имён: /ns example.com ns1.host.net ns2.host.net
command-edge = Edge-профиль: /edge example.com КЛЮЧ
command-alerts = О чём мне сообщать
command-deliveries = Что сервис нам прислал и что не дошло
command-account = Баланс, лимиты и доступ
command-api = Профиль → API: токен, белый список, вебхук, значения по умолчанию
command-ops = Мои заказы
command-op = Заказ по номеру: /op 4K7Q
command-connect = Подключить аккаунт по токену
command-settings = Часовой пояс, язык, расходы, уведомления
command-language = Выбрать язык
command-help = Что я умею
command-cancel = Прервать начатое

## Непонятое

unknown-text =
    Не понимаю. Пришлите имя домена, например <code>example.com</code>, или слово, из которого его составить.
unknown-command = Такой команды я не знаю. Вот что я умею:
unknown-file = С этим файлом я ничего не могу сделать. Пришлите имя домена текстом.
unknown-sticker = Красиво! Но я понимаю только текст: пришлите имя домена, например <code>example.com</code>.
unknown-list = Этот список слишком длинный или необычный. Пришлите, пожалуйста, меньше имён за раз.
unknown-record = Это запись DNS. Откройте нужный домен командой /dns и пришлите её ещё раз.
unknown-zone-file = Это целый файл зоны, их я пока не принимаю. Присылайте записи по одной: <code>/dns example.com www A 203.0.113.5</code>
unknown-other = Я понимаю только текст. Пришлите имя домена, например <code>example.com</code>.
question-edited = ✏️ Вы изменили прежнее сообщение, здесь это ни на что не влияет. Пришлите ответ новым сообщением.
outdated =
    { $left ->
        [true] Этот вопрос закрыт: вы перешли к другому. Начните, пожалуйста, заново.
       *[other] Это уже неактуально: прошло слишком много времени или меня успели обновить. Начните, пожалуйста, заново.
    }
outdated-again = 🔄 Начать заново
apology =
    У меня что-то сломалось. Ничего не куплено. Попробуйте, пожалуйста, ещё раз.

    Если повторится, назовите код { $reference }.
apology-slow = Это заняло слишком много времени, и я остановился. Ничего не куплено. Попробуйте ещё раз.
apology-down = Сейчас я не могу работать: у меня неполадки. Ничего не куплено. Попробуйте через несколько минут.
tap-outdated = Эта кнопка устарела. Вот как всё выглядит сейчас.
tap-foreign = Это сообщение адресовано не вам.
private-bot = Это закрытый бот.
flood-wait = ⏳ Вы пишете быстрее, чем я читаю. Последнее не принято. Подождите минуту и отправьте снова.
group-private = Я работаю только в личной переписке, где ваш аккаунт не видит никто посторонний.
group-token = ⚠️ { $name }, здесь только что опубликовали токен, и его могли увидеть все участники группы.
group-token-yours = ⚠️ Вы только что опубликовали токен в группе «{ $group }», и его могли увидеть все её участники.
group-token-deleted = Сообщение удалено, токен я не использую.
group-token-stands = Удалять сообщения в этой группе мне нельзя, токен я не использую: <b>удалите, пожалуйста, сообщение сами.</b>
group-token-advice = <b>Немедленно отзовите токен</b>: выпустите новый в сервисе и пришлите его мне только в личной переписке.
group-open = Открыть личную переписку

## Подключение

connect-ask =
    <b>🔑 Подключение аккаунта</b>

    { $service ->
        [none] Пришлите API-токен своего аккаунта в сервисе. Он находится там в разделе <b>«Профиль → API»</b>.
       *[other] Пришлите API-токен своего аккаунта в { $service }. Он находится там в разделе <b>«Профиль → API»</b>.
    }
connect-wish =
    { $sandbox ->
        [true] Открыть его здесь — один шаг. Я помню <b>{ $name }</b>: как подключите аккаунт, продолжим с этого места.
       *[other] Я помню <b>{ $name }</b>: как подключите аккаунт, продолжим с этого места.
    }
connect-safety = Ваше сообщение сразу удаляется. Токен хранится в зашифрованном виде, показываются только последние четыре символа.
connect-malformed = ❌ Это не похоже на токен. Скопируйте его целиком и пришлите отдельным сообщением.
connect-refused-still = ❌ Сервис по-прежнему не принимает токен, который есть у меня: API отключён или токен заменён. Включите API на стороне сервиса и проверьте снова или пришлите новый токен.
connect-refused = ❌ Сервис не принимает этот токен: в нём ошибка, он отключён или уже заменён новым.
connect-no-sandbox = ❌ Песочницы здесь нет: этот бот работает с внешним сервисом.
connect-undeleted = ⚠️ Не получилось удалить ваше сообщение с токеном. Удалите его, пожалуйста, сами.
connected-done = ✅ <b>Подключено</b>, токен …{ $last4 }
connected-balance = Баланс: <b>{ $money }</b>
connected-waiting =
    { $count ->
        [one] 🧾 Вас ждал { $count } заказ. Посмотрите, что с ним:
        [few] 🧾 Вас ждали { $count } заказа. Посмотрите, что с ними:
       *[many] 🧾 Вас ждали { $count } заказов. Посмотрите, что с ними:
    }
connected-others =
    { $count ->
        [one] Этим аккаунтом здесь пользуется ещё { $count } человек.
        [few] Этим аккаунтом здесь пользуются ещё { $count } человека.
       *[many] Этим аккаунтом здесь пользуются ещё { $count } человек.
    }
doctor-title = <b>🩺 Остался один шаг</b>
doctor-why =
    { $service ->
        [none] Токен верный, но сервис отвечает только адресам из белого списка аккаунта, а моего там пока нет. Добавьте:
       *[other] Токен верный, но { $service } отвечает только адресам из белого списка аккаунта, а моего там пока нет. Добавьте:
    }
doctor-unknown = Адрес этого бота (его знает тот, кто бота запустил).
doctor-steps =
    { $count ->
        [one] 1. Скопируйте адрес.
       *[other] 1. Скопируйте адреса.
    }
    { $count ->
        [one] 2. В сервисе откройте <b>«Профиль → API → Белый список IP»</b> и добавьте его туда.
       *[other] 2. В сервисе откройте <b>«Профиль → API → Белый список IP»</b> и добавьте их туда.
    }
    3. Вернитесь сюда и нажмите <b>«Проверить снова»</b>.
doctor-owned = Откройте белый список и нажмите <b>«Адреса моего бота»</b>.
doctor-still = ❌ Пока нет: запросы с моего адреса всё ещё не принимаются. После добавления может пройти немного времени.
doctor-working = А пока вы работаете с аккаунтом <b>{ $user }</b> (…{ $last4 }).
doctor-kept = Токен сохранён. Когда сервис заработает, нажмите <b>«Проверить снова»</b>.
doctor-copy = 📋 { $address }
doctor-test = 🔄 Проверить снова
disconnect-ask =
    { $last4 ->
        [none] <b>Отключить этот аккаунт?</b>
       *[other] { $user ->
            [none] <b>Отключить аккаунт с токеном …{ $last4 }?</b>
           *[other] <b>Отключить аккаунт { $user } (…{ $last4 })?</b>
        }
    } Токен будет стёрт. Подключить его снова можно в любой момент.
disconnect-open =
    { $count ->
        [one] ⚠️ Открыт ещё { $count } заказ. Узнать и сообщить, чем он закончится, я не смогу.
        [few] ⚠️ Открыто ещё { $count } заказа. Узнать и сообщить, чем они закончатся, я не смогу.
       *[many] ⚠️ Открыто ещё { $count } заказов. Узнать и сообщить, чем они закончатся, я не смогу.
    }
disconnect-yes = Отключить
disconnect-done = Аккаунт отключён, токен стёрт.
connections-title =
    { $count ->
        [0] Ни один аккаунт не подключён.
        [one] <b>Подключён { $count } аккаунт.</b>
        [few] <b>Подключено { $count } аккаунта.</b> Нажмите на тот, с которым работать.
       *[many] <b>Подключено { $count } аккаунтов.</b> Нажмите на тот, с которым работать.
    }
connections-active = ✅ { $user } · …{ $last4 }
connections-other = { $user } · …{ $last4 }
connections-unproved = ❔ ещё не проверен
connections-add = ➕ Подключить ещё один

newcomer-told = 👤 К вашему аккаунту <b>{ $user }</b> через этого бота подключился ещё один человек: токен …{ $last4 }, { $time }.
newcomer-advice =
    { $here ->
        [true] Если вы не знаете, кто это, отключите его и выпустите новый токен в разделе <b>«Профиль → API» › «Токен»</b>.
       *[other] Если вы не знаете, кто это, отключите его и выпустите в сервисе новый токен.
    }
newcomer-refuse = Отключить
newcomer-refused = Он отключён. Если вы не знаете, кто это, выпустите в сервисе ещё и новый токен.
newcomer-refused-here = ✅ Он отключён. Если вы не знаете, кто это, выпустите и новый токен: прежний всё ещё действует.
newcomer-gone = Он больше не подключён.
shut-out-told = 🔒 Токен …{ $last4 } аккаунта <b>{ $user }</b> больше не действует: выпущен новый.
shut-out-advice =
    { $owned ->
        [true] Пришлите мне новый токен или выпустите его в разделе <b>«Профиль → API»</b>.
       *[other] Пока вы не подключитесь снова, новостей и заказов этого аккаунта здесь не будет. Попросите новый токен у того, кто им управляет, и пришлите его мне.
    }
shut-out-over = ✅ Вы снова подключены к этому аккаунту или покинули его.

## Аккаунт

account-title = <b>💳 Аккаунт { $user }</b>, токен …{ $last4 }
account-unproved = <b>🔑 Токен ещё не проверен</b>, …{ $last4 }
account-balance = Баланс: <b>{ $money }</b>
account-api =
    { $on ->
        [true] API: включён
       *[other] API: <b>выключен</b>
    }
account-webhook =
    { $on ->
        [true] Уведомления от сервиса: включены
       *[other] Уведомления от сервиса: выключены
    }
account-events-none = 🔕 Уведомления по этому аккаунту до меня пока не доходят. Как это настроить, написано в разделе <b>«Профиль → API»</b>.
account-events-elsewhere = 🔕 Уведомления по этому аккаунту сервис отправляет на другой адрес. Я его не меняю, поэтому рассказывать о событиях не могу.
account-whitelist = Белый список IP:
account-whitelist-more =
    { $count ->
        [one] … и ещё { $count } запись
        [few] … и ещё { $count } записи
       *[many] … и ещё { $count } записей
    }
account-whitelist-empty = Белый список IP пуст, поэтому сервис не отвечает никому.
account-defaults = Настройки по умолчанию:
account-connections =
    { $count ->
        [one] 🔁 Аккаунты
       *[other] 🔁 Аккаунты ({ $count })
    }
account-disconnect = Отключить
account-profile = 🔑 Профиль → API
account-deliveries = 📮 Журнал доставки

## Неполадки сервиса

trouble-not-connected = Аккаунт пока не подключён.
trouble-unproved = Сервис ещё не ответил, поэтому неизвестно, от какого аккаунта этот токен. Проверьте его ещё раз или выберите другой аккаунт.
trouble-unauthorized =
    { $here ->
        [true] Сервис больше не принимает ваш токен: его заменили или отключён API. Что именно, видно в разделе <b>«Профиль → API»</b>. Или пришлите мне новый токен.
       *[other] Сервис больше не принимает ваш токен: его заменили или отключён API. Пришлите новый токен, а если API снова включён, проверьте прежний.
    }
trouble-forbidden = Сервис не принимает запросы с моего адреса. Нажмите «Что делать?», и я подскажу.
trouble-rate-limited =
    { $time ->
        [none] Сервис просит сделать паузу. Попробуйте чуть позже.
       *[other] Сервис заблокировал токен за слишком частые запросы. Я укладываюсь в его ограничения, так что, похоже, этим же токеном пользуется ещё какая-то программа. Конец блокировки: { $time }.
    }
trouble-paced = У этого аккаунта сейчас много запросов, и они идут по очереди, чтобы сервис его не заблокировал. Их очередь: { $time }.
trouble-service-down = Сервис сейчас не отвечает как следует. Ничего не изменилось.
trouble-slow = Сервис отвечает дольше обычного. Ничего не изменилось.
trouble-refused = Сервис отказал.

## Поиск

search-ask =
    <b>🔎 Какое имя ищем?</b>

    Целиком (<code>example.com</code>), просто слово (<code>example</code>) или целый список.
search-prices = 💲 Цены
search-none = Имени здесь не видно.
name-invalid = { $name } не может быть именем домена.
name-invalid-untold = Это не может быть именем домена.
name-problem-empty = Здесь ничего нет.
name-problem-empty-label = Две точки стоят подряд, или имя начинается с точки.
name-problem-label-too-long = Часть «{ $part }» длиннее 63 символов.
name-problem-name-too-long = Имя длиннее 253 символов.
name-problem-character = Символ «{ $part }» недопустим.
name-problem-symbol = Знаки вроде «{ $part }» недопустимы: только буквы, цифры и дефис.
name-problem-hyphen = Часть «{ $part }» начинается или заканчивается дефисом.
name-problem-reserved-hyphens = В части «{ $part }» третий и четвёртый символы — дефисы; такие имена зарезервированы.
name-problem-direction-mark = В имени есть невидимые знаки, меняющие направление чтения. Наберите его вручную.
name-problem-direction = В имени смешаны буквы, которые читаются слева направо и справа налево.
name-problem-joiner = В имени есть невидимый соединитель в неположенном месте.
name-problem-punycode = «{ $part }» — неверный punycode.
name-problem-no-ending = Не хватает зоны, например .com.
name-problem-address = Это IP-адрес.
name-problem-refused = Сервис его не принимает.
name-warning-mixed = ⚠️ В этом имени смешаны алфавиты с похожими буквами. Его могут принять за другое.
name-warning-looks-latin = ⚠️ Это имя написано кириллицей, но выглядит как латинское. Его могут принять за другое.
offer-free = ✅ { $name } — свободно
offer-taken = ❌ { $name } — занято.
offer-inside = ℹ️ { $name } — имя внутри { $whole }, а зарегистрировать можно только { $whole }. Такие имена владелец домена создаёт записями DNS.
offer-yours = 🌐 { $name } — это ваш домен.
offer-not-sold = { $name }: домены в этой зоне сервис не продаёт.
offer-price = Первый год: <b>{ $money }</b>
offer-renewal = Каждый следующий год: { $money }
offer-premium = 💎 Премиальное имя
offer-register = Зарегистрировать
offer-others = Другие зоны
shortlist-title = { $name }: свободно { $free } из { $total }
shortlist-none = Для { $name } сервис ничего не предлагает.
shortlist-free = ✅ { $name } · { $money }
shortlist-yours = 🌐 { $name } · ваш
shortlist-taken = ❌ { $name }

## Регистрация

register-years-ask = На сколько лет зарегистрировать { $name }? Нажмите кнопку или пришлите число от 1 до 10.
register-years-bad =
    { $most ->
        [1] «{ $said }» не подходит: можно только 1.
       *[other] «{ $said }» не подходит: нужно целое число от 1 до { $most }.
    }
register-years-number = Здесь нужно число.
register-years-button =
    { $count ->
        [one] { $count } год
        [few] { $count } года
       *[many] { $count } лет
    }
register-label-ask =
    { $count ->
        [one] { $name } на { $count } год.
        [few] { $name } на { $count } года.
       *[many] { $name } на { $count } лет.
    }

    Добавить свою метку? Пришлите её текстом или продолжайте без неё.
register-label-kept = Метка: { $label }
register-reference-ask = Добавить внешний номер (заказа или клиента в другой системе)? Пришлите его текстом или продолжайте без него.
register-reference-bad = Пришлите, пожалуйста, одну строку не длиннее 200 символов.
register-add-reference = Только внешний номер
register-continue = Продолжить
register-busy = С { $name } уже что-то происходит: ваш заказ { $reference }. Сначала дождитесь его окончания.
register-busy-other = С { $name } уже работает другой пользователь этого аккаунта. Сначала его заказ должен завершиться.
register-no-price = Сервис не назвал цену на { $name }, поэтому предложить его не могу.

## Заказы

quote-price = Цена: <b>{ $money }</b>
quote-price-years =
    { $count ->
        [one] Цена за { $count } год: <b>{ $money }</b>
        [few] Цена за { $count } года: <b>{ $money }</b>
       *[many] Цена за { $count } лет: <b>{ $money }</b>
    }
quote-paid = Оплачен до { $before } → <b>{ $after }</b>
quote-rose = ⚠️ Цена выросла с { $before } до <b>{ $now }</b>, это на { $more } больше. Из этого ничего не куплено; подтвердите, пожалуйста, ещё раз.
quote-changed = ⚠️ Цена изменилась с { $before } на <b>{ $now }</b>. Из этого ничего не куплено; подтвердите, пожалуйста, ещё раз.
quote-anew = 🔄 Цена запрошена заново. Из этого ничего не куплено; подтвердите, пожалуйста, ещё раз.
quote-rest = Остальное в этом заказе:
quote-rest-part =
    { $standing ->
        [succeeded] ✅ Выполнено: { $what }
        [failed] ❌ Не выполнено: { $what }
        [running] ⏳ Выполняется: { $what }
        [unknown] ❔ Ясного ответа нет: { $what }. Выясняю, что произошло.
        [needs-human] ✋ Не получилось выяснить, что стало с заказом: { $what }. Спрошу вас об этом после этой цены.
       *[left] ▫️ Не заказано: { $what }
    }
quote-expected = Цена предварительная: за несколько лет сервис может взять другую сумму.
quote-renewal = Продление: { $money } за год
quote-external = Внешний номер: { $reference }
quote-balance = Баланс сейчас: { $money }
quote-after = Баланс после: <b>{ $money }</b>
quote-short = ⚠️ Не хватает <b>{ $money }</b>.
quote-top-up-play = Игровые деньги добавляет владелец бота. Попросите его, а потом нажмите <b>Новая цена</b>: заказ подождёт.
quote-top-up-real =
    { $service ->
        [none] Пополните баланс в сервисе, а потом нажмите <b>Новая цена</b>: заказ подождёт.
       *[other] Пополните баланс в { $service }, а потом нажмите <b>Новая цена</b>: заказ подождёт.
    }
quote-until = Действует до { $time }.
quote-over =
    { $of ->
        [change] ⌛ Этот план больше не действует. Составьте его, пожалуйста, заново.
       *[other] ⌛ Цена больше не действует. Запросите новую.
    }

operation-quoted =
    { $kind ->
        [register] <b>🧾 Зарегистрировать { $what }?</b>
        [renew] <b>🧾 Продлить { $what }?</b>
        [dns] <b>🧾 Изменить DNS для { $what }?</b>
        [nameservers] <b>🧾 Изменить серверы имён для { $what }?</b>
       *[edge] <b>🧾 Привязать { $what } к edge-профилю?</b>
    }
operation-confirmed =
    { $kind ->
        [register] ⏳ Подтверждено: { $what }. Оформляю заказ…
        [renew] ⏳ Подтверждено: { $what }. Оформляю заказ…
       *[other] ⏳ Подтверждено: { $what }. Вношу изменение…
    }
operation-sent =
    { $kind ->
        [register] ⏳ Заказ отправлен: { $what }. Жду ответа…
        [renew] ⏳ Заказ отправлен: { $what }. Жду ответа…
       *[other] ⏳ Изменение отправлено: { $what }. Жду ответа…
    }
operation-accepted =
    { $kind ->
        [register] ⏳ Сервис принял заказ и работает над ним: { $what }.
        [renew] ⏳ Сервис принял заказ и работает над ним: { $what }.
       *[other] ⏳ Сервис принял изменение и работает над ним: { $what }.
    }
operation-unknown =
    { $kind ->
        [register] ❔ Ясного ответа нет: { $what }. Выясняю, что произошло; дважды ничего не покупается.
        [renew] ❔ Ясного ответа нет: { $what }. Выясняю, что произошло; дважды ничего не покупается.
       *[other] ❔ Ясного ответа нет: { $what }. Выясняю, что произошло; дважды ничего не меняется.
    }
operation-tries =
    { $kind ->
        [register] 🔁 Пробую снова. Попыток: { $count }, заказ всё тот же.
        [renew] 🔁 Пробую снова. Попыток: { $count }, заказ всё тот же.
       *[other] 🔁 Пробую снова. Попыток: { $count }, изменение всё то же.
    }
operation-moved = 🧾 Заказ { $reference } — в более новом сообщении.
operation-needs-human =
    { $kind ->
        [register] ✋ Не получилось выяснить, что стало с заказом: { $what }. Посмотрите, пожалуйста, в своём аккаунте в сервисе и ответьте кнопкой.
        [renew] ✋ Не получилось выяснить, что стало с заказом: { $what }. Посмотрите, пожалуйста, в своём аккаунте в сервисе и ответьте кнопкой.
       *[other] ✋ Не получилось выяснить, изменился ли домен { $what }. Посмотрите, пожалуйста, в своём аккаунте в сервисе и ответьте кнопкой.
    }
operation-succeeded =
    { $kind ->
        [register] { $count ->
            [1] ✅ Домен { $what } зарегистрирован.
           *[other] ✅ Зарегистрировано: { $what }.
        }
        [renew] { $count ->
            [1] ✅ Домен { $what } продлён.
           *[other] ✅ Продлено: { $what }.
        }
        [dns] ✅ DNS домена { $what } изменён.
        [nameservers] ✅ Серверы имён домена { $what } изменены.
       *[edge] ✅ Домен { $what } привязан к edge-профилю.
    }
operation-failed =
    { $kind ->
        [register] { $count ->
            [1] ❌ Домен { $what } не зарегистрирован. Деньги не списаны.
           *[other] ❌ Не зарегистрировано: { $what }. Деньги не списаны.
        }
        [renew] { $count ->
            [1] ❌ Домен { $what } не продлён. Деньги не списаны.
           *[other] ❌ Не продлено: { $what }. Деньги не списаны.
        }
       *[other] ❌ Домен { $what } не изменён.
    }
operation-withdrawn =
    { $kind ->
        [register] ▫️ Отменено: { $what }. Ничего не куплено.
        [renew] ▫️ Отменено: { $what }. Ничего не куплено.
       *[other] ▫️ Отменено: { $what }. Ничего не изменено.
    }
operation-lapsed =
    { $kind ->
        [register] ⌛ Заказ не удалось отправить вовремя, он отменён: { $what }. Ничего не куплено.
        [renew] ⌛ Заказ не удалось отправить вовремя, он отменён: { $what }. Ничего не куплено.
       *[other] ⌛ Изменение не удалось отправить вовремя, оно отменено: { $what }. Ничего не изменено.
    }
operation-over =
    { $kind ->
        [register] ⌛ Цена уже не действует: { $what }. Ничего не куплено; нажмите, чтобы узнать новую.
        [renew] ⌛ Цена продления уже не действует: { $what }. Ничего не куплено; нажмите, чтобы узнать новую.
       *[other] ⌛ План уже не действует: { $what }. Ничего не изменено; составьте его, пожалуйста, заново.
    }
operation-superseded =
    { $kind ->
        [register] ▫️ Эта цена заменена более новой: { $what }.
        [renew] ▫️ Эта цена заменена более новой: { $what }.
       *[other] ▫️ Этот план заменён более новым: { $what }.
    }
operation-unreplaced = ⚠️ Без новой цены: { $names }
operation-names =
    { $count ->
        [one] { $count } имя
        [few] { $count } имени
       *[many] { $count } имён
    }
operation-part =
    { $count ->
        [one] { $done } из { $count } имени
       *[other] { $done } из { $count } имён
    }
operation-unordered =
    { $count ->
        [one] ▫️ { $count } имя не заказано. Деньги за него не списаны.
        [few] ▫️ { $count } имени не заказаны. Деньги за них не списаны.
       *[other] ▫️ { $count } имён не заказаны. Деньги за них не списаны.
    }
operation-more =
    { $count ->
        [one] … и ещё { $count }
       *[other] … и ещё { $count }
    }
operation-charged = Списано: <b>{ $money }</b>
operation-balance = Баланс: { $before } → <b>{ $after }</b>
operation-balance-mixed = Баланс после: <b>{ $money }</b> (с учётом других заказов и пополнений)
operation-expires = Оплачено до { $date }
operation-label = Метка: { $label }
operation-reference = Заказ
operation-hold-access =
    ⏸ Ожидание: сервис не принимает мои запросы. { $refused ->
        [address] Он отклоняет мой адрес. Как только он меня пустит,
       *[token] Подключите тот же аккаунт снова; тогда
    } { $kind ->
        [register] я назову вам новую цену и спрошу ещё раз, прежде чем что-то заказывать.
        [renew] я назову вам новую цену и спрошу ещё раз, прежде чем что-то заказывать.
       *[other] я сверю план заново и спрошу ещё раз, прежде чем что-то менять.
    }
operation-hold-access-asked =
    ⏸ Проверить не могу: сервис не принимает мои запросы. { $refused ->
        [address] Он отклоняет мой адрес. Как только он меня пустит, я проверю.
       *[token] Подключите тот же аккаунт снова, и я проверю.
    }
operation-hold-pace =
    { $time ->
        [none] ⏸ Ожидание: сервис ограничивает частоту запросов.
       *[other] ⏸ Сервис заблокировал токен за слишком частые запросы. Я укладываюсь в его ограничения, так что, похоже, этим же токеном пользуется ещё какая-то программа. Заказ продолжится сам, когда блокировка закончится: { $time }.
    }
operation-hold-in-progress = ⏸ Сервис ещё выполняет этот запрос.
operation-confirm = ✅ Подтвердить · { $money }
operation-leave = Нет, не надо
operation-apply = ✅ Применить
operation-sure = ⚠️ Да, точно · { $money }
operation-sure-change = ⚠️ Да, точно
operation-undo = ↩️ Вернуть
operation-retry = 🔁 Повторить неудачные
operation-withdraw = ↩️ Отменить
operation-requote = 🔄 Новая цена
operation-top-up = ➕ Пополнить
operation-look = 👀 Проверить снова
operation-happened =
    { $count ->
        [1] Получилось
       *[other] Всё получилось
    }
operation-happened-one = ✅ { $name }
operation-not =
    { $count ->
        [1] Не получилось
       *[other] Ничего не получилось
    }
operation-not-one = ❌ { $name }
operation-domain = 🌐 Открыть домен
operation-open = 🧾 { $reference }
operation-not-found = Вашего заказа { $reference } нет.
operation-note-already = Это уже подтверждено. Второй раз ничего не произойдёт.
operation-note-stale = Здесь уже новый вариант. Посмотрите его и подтвердите ещё раз.
operation-note-expired = ⌛ Пять минут истекли.
operation-note-short = ⚠️ На балансе недостаточно денег.
operation-note-over-cap = ⚠️ Это превысит ваш дневной лимит { $cap }; уже потрачено { $spent }.
operation-note-too-many-lists = ⏳ Сейчас выполняются ваши списки: { $count }. Подтвердите этот, когда один из них завершится.
operation-note-too-late = Отменить уже нельзя: всё отправлено.
operation-note-looking = 👀 Проверяю ещё раз…
operation-note-no-access = ⏸ Сейчас проверить не получится: сервис не принимает мои запросы. Подключите тот же аккаунт снова.
operations-title = <b>🧾 Заказы</b>, сначала новые
operations-title-running = <b>🧾 Заказы в работе</b>, сначала новые
operations-title-needs-you = <b>🧾 Заказы, которые ждут вас</b>, сначала новые
operations-title-failed = <b>🧾 Заказы, которые не удались</b>, сначала новые
operations-title-done = <b>🧾 Выполненные заказы</b>, сначала новые
operations-none = Заказов пока нет. Чтобы начать, напишите имя.
operations-none-running = Сейчас ничего не выполняется.
operations-none-needs-you = От вас ничего не требуется.
operations-none-failed = Неудавшихся заказов нет.
operations-none-done = Выполненных заказов пока нет.
operations-filter-running = ⏳ В работе
operations-filter-needs-you = ✋ Ждут вас
operations-filter-failed = ❌ Не удались
operations-filter-done = ✅ Выполнены

change-moved =
    { $kind ->
        [dns] ⚠️ Пока вы подтверждали, зона изменилась. Вот разница с тем, что есть теперь; ничего не записано. Подтвердите, пожалуйста, ещё раз.
        [nameservers] ⚠️ Пока вы подтверждали, серверы имён изменились. Вот разница с тем, что есть теперь; ничего не записано. Подтвердите, пожалуйста, ещё раз.
       *[edge] ⚠️ Пока вы подтверждали, edge-профиль или серверы имён изменились. Вот разница с тем, что есть теперь; ничего не записано. Подтвердите, пожалуйста, ещё раз.
    }
change-anew = 🔄 Проверено заново: всё так же, как было в плане. Ничего не записано; подтвердите, пожалуйста, ещё раз.
change-removed = ➖ удалённых: { $count }
change-changed = ✏️ изменённых: { $count }
change-added = ➕ новых: { $count }
change-kept = без изменений: { $count }
change-before = Было:
change-now = Сейчас:
change-then = Станет:
change-preset = набор <code>{ $key }</code>
change-edge-servers = 🖥 С профилем меняются и серверы имён:
change-edge-unnamed = те, что сервис даёт вместе с профилем
change-leaves-edge =
    { $done ->
        [true] 🛡 Edge-профиль больше не отвечает за этот домен.
       *[other] 🛡 Edge-профиль перестанет отвечать за этот домен; снова привязать его можно в разделе <b>Edge</b>.
    }
doubt-top = ⚠️ <b>Вы уверены?</b>
doubt-big-cut = Удаляется или переписывается большая часть зоны.
doubt-last-mail = Домен перестанет получать почту: исчезает последняя запись MX.
doubt-last-address = Сам домен никуда не будет вести: исчезает его последний адрес.
doubt-nameservers = Смена серверов имён переносит весь домен: записи на старых серверах больше не действуют.
doubt-sum = Это больше суммы, о которой вы просили спрашивать дважды.
left-top =
    { $count ->
        [one] Не вошло { $count } имя:
        [few] Не вошло { $count } имени:
       *[many] Не вошло { $count } имён:
    }
left-nothing = Ни одно из этих имён заказать нельзя.
left-invalid = не имя домена
left-duplicate = названо дважды
left-not-available = занято
left-not-sold = зона не продаётся
left-not-yours = нет в этом аккаунте
left-no-price = нет цены
left-too-long =
    { $most ->
        [0] уже оплачено почти на десять лет вперёд
        [one] не больше чем на { $most } год
        [few] не больше чем на { $most } года
       *[many] не больше чем на { $most } лет
    }
left-busy = уже есть незавершённый заказ
left-refused = сервис отказал
plan-nothing = { $name }: всё уже так и есть, менять нечего.
plan-record-gone = { $name }: эта запись уже не такая, какой вы её видели: её успели изменить. Ничего не сделано; посмотрите записи, какие они сейчас.
plan-empty = { $name }: последнюю запись нельзя удалить, только заменить другой.
plan-no-record = { $name }: не могу прочитать «{ $part }» как запись. Нужно так: <code>www A 203.0.113.5</code>
plan-bad-key = { $name }: это не может быть ключом профиля.
plan-many-keys = { $name }: «{ $part }» — это больше одного ключа. У домена один профиль, например <code>/edge example.com main</code>

problem-already-so = Всё уже так и есть.
problem-not-sold = Домены в этой зоне сервис не продаёт.
problem-not-done = Несколько проверок подряд показали, что этого не произошло.
problem-said-by-person = Вы сказали, что этого не произошло.
problem-said-by-operator = Оператор этого бота проверил и сообщает, что этого не произошло.
problem-bad-request = Сервис не смог прочитать запрос.
problem-not-found = Сервис не знает такого адреса. Верный ли он?
problem-method-not-allowed = Сервис этого не умеет.
problem-payload-too-large = Для сервиса это слишком много за один раз.
problem-domain-not-found = Имя только что заняли, или его нет в вашем аккаунте.
problem-not-available = Имя занято или недоступно для заказа.
problem-invalid-domain = Сервис не принимает такое имя: оно записано неверно или его зона не продаётся.
problem-validation-error = Сервис не принял присланные данные.
problem-insufficient-funds = На счёте недостаточно денег.
problem-provider-error = Неполадки на стороне реестра.
problem-domain-blocked = Домен заблокирован.
problem-edge-not-configured = Edge-профиля нет, он отключён или не подходит для этого домена.
problem-edge-missing = Edge-профиля «{ $key }» нет.
problem-edge-off = Edge-профиль «{ $key }» отключён.
problem-edge-zone = Edge-профиль «{ $key }» не подходит для зоны { $zone }.
problem-preset-missing = Набора серверов имён «{ $key }» нет.
problem-too-far = Оплатить больше чем на { $years } лет вперёд нельзя.
problem-idempotency-key-reused = Сервис принял запрос за другой.
problem-request-in-progress = Сервис ещё выполняет этот запрос.
problem-unauthorized = Сервис больше не принимает ваш токен.
problem-forbidden = Сервис не принимает запросы с моего адреса.
problem-rate-limited = Сервис просит сделать паузу.
problem-other = Сервис отказал:

## Мои домены

domains-title =
    { $count ->
        [none] <b>🌐 Мои домены</b>
       *[other] <b>🌐 Мои домены</b>: { $count }
    }
domains-found = <b>🌐 Мои домены</b> с «{ $search }»
domains-line = { $name } · до { $date }
domains-choose =
    { $what ->
        [zone] <b>🧭 DNS-записи какого домена?</b> Нажмите на него.
        [nameservers] <b>🖥 Серверы имён какого домена?</b> Нажмите на него.
        [edge] <b>🛡 Edge-профиль какого домена?</b> Нажмите на него.
       *[renew] <b>🔄 Какой домен продлить?</b> Нажмите на него.
    }
domains-none = В этом аккаунте пока нет доменов.
domains-none-found = Среди ваших доменов нет ни одного с «{ $search }».
domains-all = Все мои домены
domains-renew = 🔄 Продлить несколько
domain-status = Статус: { $status }
domain-status-registered = зарегистрирован
domain-status-blocked = заблокирован
domain-status-expired = истёк
domain-expires = Оплачен до <b>{ $date }</b>
domain-registered = Зарегистрирован { $date }
domain-renewal = Продление: { $money } за год
domain-mode =
    { $mode ->
        [managed] DNS: в сервисе
        [external] DNS: на других серверах имён
        [edge] DNS: через edge-профиль
       *[other] DNS: { $mode }
    }
domain-edge = Edge-профиль: <code>{ $key }</code>
domain-nameservers = Серверы имён:
domain-no-auto-renew = Автоматически не продлевается.
domain-blocked =
    { $time ->
        [none] ⛔ <b>Домен заблокирован.</b>
       *[other] ⛔ <b>Домен заблокирован</b> с { $time }.
    }
domain-blocked-next = Продлить и посмотреть его по-прежнему можно, а менять DNS и серверы имён — нет. Причину уточните в сервисе.
domain-blocked-heard = Когда блокировку снимут, я сообщу.
domain-not-yours = Домена { $name } в этом аккаунте нет.
domain-look-up = 🔎 Проверить имя

domain-renew = 🔄 Продлить
domain-dns = 🧭 DNS
domain-servers = 🖥 Серверы имён
domain-profile = 🛡 Edge
renew-years-ask =
    { $most ->
        [1] На сколько лет продлить { $name }? Нажмите кнопку или пришлите число 1.
       *[other] На сколько лет продлить { $name }? Нажмите кнопку или пришлите число от 1 до { $most }.
    }
renew-years-of = На сколько лет продлить { $name }?
renew-names-ask = Какие домены продлить? Пришлите имена, по одному в строке.
renew-names-bad = Имён доменов здесь нет.
renew-many-ask =
    { $count ->
        [one] На сколько лет продлить это имя? Нажмите кнопку или пришлите число от 1 до 10.
        [few] На сколько лет продлить каждое из { $count } имён? Нажмите кнопку или пришлите число от 1 до 10.
       *[many] На сколько лет продлить каждое из { $count } имён? Нажмите кнопку или пришлите число от 1 до 10.
    }
renew-choose = Выбрать срок
renew-too-long =
    { $count ->
        [one] { $name } оплачен до { $date }; ещё { $count } год — это больше чем десять лет вперёд.
        [few] { $name } оплачен до { $date }; ещё { $count } года — это больше чем десять лет вперёд.
       *[many] { $name } оплачен до { $date }; ещё { $count } лет — это больше чем десять лет вперёд.
    }
renew-most =
    { $most ->
        [0] Имя оплачено почти на десять лет вперёд, а дольше нельзя.
        [one] Продлить можно на { $most } год: оплатить больше чем десять лет вперёд нельзя.
        [few] Продлить можно не больше чем на { $most } года: оплатить больше чем десять лет вперёд нельзя.
       *[many] Продлить можно не больше чем на { $most } лет: оплатить больше чем десять лет вперёд нельзя.
    }

## DNS

dns-title =
    { $count ->
        [0] <b>🧭 DNS для</b> { $name }
        [one] <b>🧭 DNS для</b> { $name }: { $count } запись
        [few] <b>🧭 DNS для</b> { $name }: { $count } записи
       *[many] <b>🧭 DNS для</b> { $name }: { $count } записей
    }
dns-external = ⚠️ Домен обслуживают другие серверы имён, поэтому эти записи хранятся, но не действуют.
dns-edge = За этот домен отвечает edge-профиль.
dns-none = Записей пока нет.
dns-found = 🔎 С «{ $find }»: { $count }
dns-none-found = { $name }: записей с «{ $find }» нет.
dns-all = Все записи
dns-hint = Нажмите на запись или пришлите новую: <code>www A 203.0.113.5</code>
dns-add = ➕ Добавить
dns-refused = ❌ Эти записи сохранить нельзя. Ничего не изменилось.
record-edit = ✏️ Изменить
record-delete = 🗑 Удалить
record-copy = 📋 Скопировать значение
record-ttl = TTL: { $ttl } с
record-host-apex = @ (сам домен)
record-bad-sentence = Пришлите текст или нажмите кнопку.
record-bad-unread = Не могу прочитать это как запись.
record-ask-type =
    <b>➕ Запись для</b> { $name }

    Выберите тип или пришлите всё сразу: <code>www A 203.0.113.5</code>
record-ask-host = { $type }: для какого имени? Нажмите кнопку или пришлите: <code>www</code>, <code>mail</code>, <code>@</code> — сам домен.
record-ask-a = { $host } A: какой адрес IPv4? Например, <code>203.0.113.5</code>
record-ask-aaaa = { $host } AAAA: какой адрес IPv6? Например, <code>2001:db8::5</code>
record-ask-cname = { $host } CNAME: псевдоним какого имени? Например, <code>example.net</code>
record-ask-mx = { $host } MX: приоритет и почтовый сервер? Например, <code>10 mail.example.net</code>
record-ask-txt = { $host } TXT: какой текст?
record-ask-ns = { $host } NS: какой сервер имён? Например, <code>ns1.example.net</code>
record-ask-srv = { $host } SRV: приоритет, вес, порт и цель? Например, <code>10 5 443 host.example.net</code>
record-ask-caa = { $host } CAA: флаги, тег и значение? Например, <code>0 issue "letsencrypt.org"</code>
record-ask-new-value = Пришлите новое значение или всю запись заново.
record-problem-type = Такого типа записей сервис не знает.
record-problem-hostname = Имя записи составлено неверно.
record-problem-hostname-outside = Имя записи не относится к этому домену.
record-problem-hostname-service = Подчёркивание в имени допустимо не для всех типов записей.
record-problem-wildcard = Звёздочка может стоять только отдельно, в начале имени.
record-problem-apex = Такая запись не может стоять на самом домене.
record-problem-address-ipv4 = Это не адрес IPv4.
record-problem-address-ipv6 = Это не адрес IPv6.
record-problem-target = Цель записана неверно: это не имя.
record-problem-target-relative = Цель нужно указать полным именем, например <code>mail.example.net</code>.
record-problem-target-address = Целью должно быть имя, а не адрес.
record-problem-text-empty = Текст пуст.
record-problem-text-too-long = Текст слишком длинный.
record-problem-text-character = В тексте есть символ, который нельзя сохранить.
record-problem-text-quotes = Кавычки не закрыты.
record-problem-srv = Для SRV нужны вес, порт и цель: <code>5 443 host.example.net</code>
record-problem-caa = Для CAA нужны флаги, тег и значение: <code>0 issue "letsencrypt.org"</code>
record-problem-ttl = TTL должен быть не меньше 60 секунд.
record-problem-priority-missing = Не хватает приоритета — как 10 в <code>10 mail.example.net</code>.
record-problem-priority-refused = У записей этого типа нет приоритета.
record-problem-priority = Приоритет — число от 0 до 65535.
record-problem-duplicate = Эта запись повторяется.
record-problem-alias-beside = CNAME не может стоять рядом с другими записями того же имени.
record-problem-alias-twice = У одного имени может быть только один CNAME.
record-problem-alias-loop = Эти псевдонимы ведут сами к себе.
record-problem-target-is-alias = Цель сама является псевдонимом, а для такой записи это недопустимо.
record-problem-null-mx-beside = Запись «почту не принимает» не может стоять рядом с почтовыми серверами.

## Серверы имён и edge

servers-title = <b>🖥 Серверы имён для</b> { $name }
servers-none = Сервис их не сообщает.
servers-edge = За этот домен отвечает edge-профиль; с другими серверами имён он перестанет действовать.
servers-replace = ✏️ Заменить
servers-default = Серверы имён сервиса
servers-preset = 🧭 { $key }
servers-presets = Есть такие: { $keys }.
servers-ask = Пришлите новые серверы имён для { $name }: не меньше двух, по одному в строке. Или набор из вашего аккаунта: <code>preset default</code>
servers-problem-too-few = Нужно не меньше двух.
servers-problem-too-many = Можно не больше тринадцати.
servers-problem-duplicate = «{ $part }» повторяется.
servers-problem-address = «{ $part }» — это адрес, а серверы задаются именами.
servers-problem-name = «{ $part }» — неверно составленное имя.
servers-problem-unknown-preset = Набора «{ $part }» в этом аккаунте нет.
edge-title = <b>🛡 Edge-профиль для</b> { $name }
edge-unbound = Профиль не привязан.
edge-how = Чтобы привязать профиль, пришлите его ключ, например <code>main</code>. Ключ показан там, где профили создаются.
edge-bind = 🛡 Привязать { $key }

## Списки, цены, доставка

list-place =
    { $total ->
        [none] { $from }–{ $to }
       *[other] { $from }–{ $to } из { $total }
    }
list-found =
    { $count ->
        [0] В этом списке нет имён доменов.
        [one] В списке <b>{ $count } имя</b>.
        [few] В списке <b>{ $count } имени</b>, каждое посчитано один раз.
       *[many] В списке <b>{ $count } имён</b>, каждое посчитано один раз.
    }
list-check =
    { $count ->
        [one] 🔎 Проверить { $count }
       *[other] 🔎 Проверить { $count }
    }
list-counts =
    { $yours ->
        [0] ✅ свободно { $free } · ❌ занято { $taken } · ⚠️ неясно { $not }
       *[other] ✅ свободно { $free } · 🌐 ваших: { $yours } · ❌ занято { $taken } · ⚠️ неясно { $not }
    }
list-yours = 🌐 Ваши: { $names }
list-taken = Занято: { $names }
list-not-invalid = не имя домена
list-not-refused = сервис отказал
list-not-unknown = сервис ничего не ответил
list-warning-mixed = ⚠️ смешаны алфавиты с похожими буквами
list-warning-looks-latin = ⚠️ кириллица, похожая на латиницу
list-refused =
    { $count ->
        [one] { $count } фрагмент — не имя домена:
        [few] { $count } фрагмента — не имена доменов:
       *[many] { $count } фрагментов — не имена доменов:
    }
list-too-many =
    { $count ->
        [one] Ещё { $count } имя не поместилось в список.
        [few] Ещё { $count } имени не поместились в список.
       *[many] Ещё { $count } имён не поместились в список.
    }
list-register =
    { $count ->
        [one] 🧾 Зарегистрировать { $count } имя
        [few] 🧾 Зарегистрировать { $count } имени
       *[many] 🧾 Зарегистрировать { $count } имён
    }
prices-title = <b>💲 Цены</b>: { $from }–{ $to } из { $total }
prices-hint = Первый год и 🔄 каждый следующий. Поиск: <code>/prices com</code>
prices-none = Нет зон с «{ $search }».
prices-all = Все цены
deliveries-title = <b>📮 Журнал доставки</b>: что нам прислал сервис, сначала новое
deliveries-off = ⚠️ Уведомления в сервисе выключены.
deliveries-none = Пока ничего нет.
deliveries-none-failed = Неудачных попыток нет.
deliveries-all = Все попытки
deliveries-failed = Только неудачные
deliveries-when = Попытка { $attempt }, { $time }
deliveries-next = Следующая попытка: { $time }
delivery-cause-dns = Имя получателя не найдено.
delivery-cause-refused = Получатель не принял соединение.
delivery-cause-tls = Сертификат получателя не принят.
delivery-cause-timeout = Получатель не ответил вовремя.
delivery-cause-status = Получатель ответил кодом { $status }.

## Уведомления

alert-domain-registered = ✅ Домен зарегистрирован.
alert-domain-renewed = ✅ Домен продлён.
alert-domain-blocked = ⛔ Домен заблокирован.
alert-domain-blocked-past = ℹ️ Тогда домен был заблокирован. С тех пор блокировку сняли.
alert-domain-unblocked = ✅ Домен разблокирован.
alert-domain-unblocked-past = ℹ️ Тогда блокировку сняли. С тех пор домен снова заблокировали.
alert-webhook-test = 🧪 Пришло пробное событие.
alert-other = Сервис сообщает: { $type }
alert-reason = Причина: { $reason }
alert-when = { $time }
alert-gone = Этого сообщения больше нет.
alerts-title =
    <b>🔔 О чём сообщать?</b> Нажмите, чтобы переключить.

    О том, что вы заказали сами, я сообщаю всегда.
alerts-domain = Для одного домена: <code>/alerts example.com</code>
alerts-domain-registered = Регистрация
alerts-domain-renewed = Продление
alerts-domain-blocked = Блокировка
alerts-domain-unblocked = Снятие блокировки
alerts-webhook-test = Пробное событие
alerts-muted = 🔕 Больше не сообщаю.
alerts-heard = 🔔 Снова буду сообщать.
notice-needs-human = ✋ Заказ { $reference } требует внимания человека. Владельцу задан вопрос.

## Настройки

settings-title = <b>⚙️ Настройки</b>
settings-language = 🌍 Язык
settings-zone = 🕰 Часовой пояс
settings-guard = 💸 Расходы
settings-alerts = 🔔 Уведомления
settings-language-now = Язык: { $language }
settings-zone-now = Часовой пояс: { $zone } (сейчас { $time })
settings-zones =
    <b>🕰 Где вы находитесь?</b>

    Нажмите на город или напишите другой по-английски, например <code>Madrid</code>. Подойдёт и название пояса: <code>Europe/Madrid</code>.
zone-los-angeles = Лос-Анджелес
zone-new-york = Нью-Йорк
zone-sao-paulo = Сан-Паулу
zone-utc = UTC
zone-london = Лондон
zone-berlin = Берлин
zone-kyiv = Киев
zone-istanbul = Стамбул
zone-moscow = Москва
zone-dubai = Дубай
zone-kolkata = Калькутта
zone-shanghai = Шанхай
settings-zone-saved = ✅ Часовой пояс сохранён.
settings-zone-unknown = ❌ Такого часового пояса я не знаю. Название выглядит так: <code>Europe/Paris</code>.
language-choose = <b>🌍 На каком языке вам удобнее?</b>
language-changed = ✅ Теперь я говорю по-русски.

## Расходы

guard-title = <b>💸 Расходы</b>: защита от случайных трат.
guard-none = нет
guard-cap = 🧢 Лимит на день: { $money }
guard-ask = ❓ Спрашивать дважды от: { $money }
guard-low = 📉 Сообщать, если меньше: { $money }
guard-ask-cap = <b>🧢 Сколько можно потратить за один день?</b> Нажмите кнопку или пришлите сумму в долларах США. День считается по UTC.
guard-ask-ask = <b>❓ С какой суммы спрашивать дважды?</b> Нажмите кнопку или пришлите сумму в долларах США.
guard-ask-low = <b>📉 При каком балансе сообщать?</b> Нажмите кнопку или пришлите сумму в долларах США.
guard-remove = Без ограничения
guard-saved = ✅ Сохранено.
guard-bad = «{ $said }» не подходит.
low-balance = 📉 Баланс аккаунта <b>{ $user }</b> снизился до <b>{ $money }</b>.

## Профиль -> API

profile-title = <b>🔑 Профиль → API</b>, аккаунт <b>{ $user }</b>
profile-token = 🔑 Токен
profile-whitelist = 🧱 Белый список IP
profile-webhook = 📮 Вебхук
profile-defaults = ⚙️ По умолчанию
profile-presets = 🧭 Наборы
profile-edges = 🛡 Edge-профили
profile-token-now = Токен: …{ $last4 }, выпущен { $time }
profile-token-none = Токена пока нет
profile-whitelist-now =
    { $count ->
        [0] Белый список IP: <b>пуст</b>, сервис не отвечает никому
        [one] Белый список IP: { $count } запись
        [few] Белый список IP: { $count } записи
       *[many] Белый список IP: { $count } записей
    }
profile-webhook-now =
    { $state ->
        [none] Вебхук: нет
        [ours] Вебхук: этот бот
       *[other] Вебхук: <code>{ $url }</code>
    }
profile-webhook-off = ⚠️ Он выключен.
profile-webhook-on =
    { $on ->
        [true] Он включён.
       *[other] ⚠️ Он выключен.
    }
profile-kept = Наборов: { $presets } · Edge-профилей: { $edges }
profile-saved = ✅ Сохранено.
profile-preset-replaced =
    { $default ->
        [true] ✅ Сохранено. Набор «{ $key }» уже был: { $was }. Он стоит по умолчанию: новые домены получат новые серверы.
       *[other] ✅ Сохранено. Набор «{ $key }» уже был: { $was }.
    }
profile-edge-saved =
    { $was ->
        [none] ✅ Сохранено.
        [all] ✅ Сохранено. Профиль «{ $key }» уже был, для всех зон.
       *[other] ✅ Сохранено. Профиль «{ $key }» уже был, для зон { $was }.
    }{ $unsold ->
        [none] {""}
       *[other] {"\u000A"}⚠️ Имён в { $unsold } сервис не продаёт.
    }
profile-refused = ❌ Сервис этого не принял.
profile-problem-entry = «{ $part }» — это не адрес и не сеть с длиной.
profile-problem-entries = Записей может быть не больше 50. Сначала уберите лишнюю.
profile-problem-target-not-a-url = Это не веб-адрес.
profile-problem-target-not-https = События отправляются только на адрес, который начинается с <code>https://</code>.
profile-problem-target-credentials = В адресе не должно быть имени пользователя и пароля.
profile-problem-target-not-public = Этот адрес недоступен из интернета.
profile-problem-target-missing = Адреса пока нет. Сначала пришлите его.
profile-problem-secret-missing = Нового секрета нет. Сначала создайте его.
profile-problem-key = «{ $part }» не может быть ключом: в нём не больше 64 латинских букв, цифр, точек, дефисов и подчёркиваний.
profile-problem-preset-built-in = Набор «{ $part }» встроен в сервис. Выберите другой ключ.
profile-problem-preset-missing = Набора «{ $part }» больше нет.
profile-problem-edge-missing = Edge-профиля «{ $part }» больше нет.
profile-problem-zone = «{ $part }» — это не зона; зона выглядит так: <code>.com</code>.
profile-problem-ttl = TTL бывает от 60 до 2147483647 секунд.
profile-not-owner = ⚠️ Изменить это может только тот, кто открыл аккаунт здесь.
profile-sure = ⚠️ Да, точно
profile-doubt-everyone = ⚠️ <b>Вы уверены?</b> Так обращаться сможет любой адрес в интернете, и ваши деньги будет защищать только токен.
profile-doubt-last-address = ⚠️ <b>Вы уверены?</b> Это последняя запись. Без неё сервис не ответит никому, и этому боту тоже.
profile-doubt-own-address = ⚠️ <b>Вы уверены?</b> С этого адреса обращается сам бот. Без него сервис перестанет отвечать этому боту.
profile-doubt-api-off = ⚠️ <b>Вы уверены?</b> Тогда сервис не примет ни одного токена: ваши программы и этот бот перестанут работать, пока вы не включите API здесь снова.
profile-doubt-default-preset = ⚠️ <b>Вы уверены?</b> Этот набор стоит по умолчанию: без него новые домены получат серверы имён сервиса.
profile-doubt-default-edge = ⚠️ <b>Вы уверены?</b> Этот профиль стоит по умолчанию: без него новые домены не получат никакого.
profile-doubt-default-edge-off = ⚠️ <b>Вы уверены?</b> Этот профиль стоит по умолчанию: если его отключить, заказы, которые на него рассчитывают, не пройдут.
profile-doubt-default-edge-zones = ⚠️ <b>Вы уверены?</b> Этот профиль стоит по умолчанию: заказы в зонах, которых в нём не станет, не пройдут.
profile-doubt-old-token = ⚠️ <b>Вы уверены?</b> Нынешний токен сразу перестанет действовать. Ваши программы с ним остановятся, а бот продолжит работу с новым.
profile-token-title = <b>🔑 Токен и API</b>
profile-token-how = Токен показывается один раз. Выпустить его можно при балансе не меньше 40 $.
profile-token-create = 🔑 Создать токен
profile-token-reissue = 🔑 Выпустить новый токен
profile-token-shown = ✅ Новый токен выпущен. Он в отдельном сообщении.
profile-webhook-shown = ✅ Новый секрет создан. Он в отдельном сообщении.
profile-token-short = ❌ Чтобы выпустить токен, на балансе должно быть не меньше { $needed }, а там { $money }.
profile-api-switch =
    { $on ->
        [true] ⏸ Выключить API
       *[other] ▶️ Включить API
    }
profile-whitelist-title = <b>🧱 Белый список IP</b>
profile-whitelist-how = Чтобы добавить, пришлите адрес или сеть: <code>203.0.113.5</code>, <code>2001:db8::/48</code>; не больше пятидесяти записей. Нажмите на запись, чтобы убрать её.
profile-whitelist-near = ❌ «{ $said }» добавить нельзя. Запись — это один адрес или сеть с длиной, например <code>203.0.113.0/24</code>; диапазон пришлите сетями.
profile-whitelist-ours = ➕ Адреса моего бота
profile-webhook-title = <b>📮 Вебхук</b>
profile-webhook-deaf = ⚠️ Бот не получает событий этого аккаунта, поэтому уведомлений здесь не будет.
profile-webhook-how = Чтобы события приходили в другое место, пришлите публичный адрес: <code>https://example.com/events</code>
profile-webhook-near = ❌ «{ $said }» — не полный веб-адрес. Он начинается с <code>https://</code>.
profile-webhook-here = 📮 Присылать этому боту
profile-webhook-remove = 🗑 Убрать адрес
profile-webhook-switch =
    { $on ->
        [true] ⏸ Выключить
       *[other] ▶️ Включить
    }
profile-webhook-test = 🧪 Пробное событие
profile-secret-new = 🔁 Новый секрет
profile-secret-use = ✅ Перейти на новый секрет
profile-secret-waits = Новый секрет готов: им начнут подписывать { $time } или раньше, как только вы скажете. До тех пор действует старый.
profile-test-delivered = ✅ Пробное событие дошло: получатель ответил кодом { $status }.
profile-test-failed =
    { $error ->
        [dns] ❌ Пробное событие не дошло: имя получателя не найдено.
        [refused] ❌ Пробное событие не дошло: получатель не принял соединение.
        [tls] ❌ Пробное событие не дошло: сертификат получателя не принят.
        [timeout] ❌ Пробное событие не дошло: получатель не ответил вовремя.
       *[other] ❌ Пробное событие не дошло: получатель ответил кодом { $status }.
    }
profile-defaults-title = <b>⚙️ По умолчанию</b>: для всего, что не указано в заказе
profile-default-preset = 🧭 Набор серверов имён: { $key }
profile-default-edge = 🛡 Edge-профиль: { $key }
profile-default-edge-off = ⚠️ Этот профиль отключён, поэтому заказ, который на него рассчитывает, не пройдёт. Включите его в разделе <b>«🛡 Edge-профили»</b> или выберите другой.
profile-default-edge-zone = ⚠️ Этот профиль подходит не для всех зон этого заказа, поэтому сервис откажет в таком имени. Измените его зоны в разделе <b>«🛡 Edge-профили»</b> или выберите другой профиль по умолчанию.
profile-default-ttl = ⏱ TTL: { $ttl }
profile-defaults-how = Нажмите, чтобы изменить, или пришлите TTL в секундах, не меньше 60.
profile-defaults-near = ❌ «{ $said }» — это не TTL. Пришлите целое число секунд, от 60 до 2147483647.
profile-presets-title = <b>🧭 Наборы серверов имён</b>
profile-presets-none = Пока ни одного.
profile-presets-how = Чтобы сохранить набор, пришлите ключ и серверы, не меньше двух: <code>main ns1.example.net ns2.example.net</code>. Нажмите на набор, чтобы убрать его.
profile-presets-near = ❌ «{ $said }» — это не набор. Сначала идёт ключ, затем серверы.
profile-edges-title = <b>🛡 Edge-профили</b>
profile-edges-none = Пока ни одного.
profile-edges-how = Чтобы сохранить профиль, пришлите ключ и зоны, если не все: <code>main .com .net</code>
profile-edges-near = ❌ «{ $said }» — это не профиль. Сначала идёт ключ, затем зоны, каждая с точкой.
profile-edge-all = все зоны
profile-guide =
    { $service ->
        [none] Этим аккаунтом управляют в самом сервисе, в разделе <b>«Профиль → API»</b>:
       *[other] Этим аккаунтом управляют в { $service }, в разделе <b>«Профиль → API»</b>:
    }
profile-shared =
    <b>🔑 Профиль → API</b>, аккаунт <b>{ $user }</b>

    Токеном, белым списком IP и вебхуком этого аккаунта управляет тот, кто открыл его в этом боте. Вы работаете с токеном, который он вам дал.

    Когда он выпустит новый токен, ваш перестанет действовать: попросите новый и пришлите его мне.
profile-unowned =
    <b>🔑 Профиль → API</b>, аккаунт <b>{ $user }</b>

    В этом боте аккаунтом пока никто не управляет: токен, белый список IP и вебхук меняет тот, кто запустил бота.

    Чтобы управлять аккаунтом здесь, попросите его об этом и назовите два номера: аккаунт <code>{ $user }</code>, вы <code>{ $you }</code>.
profile-guide-addresses =
    { $done ->
        [true] 1. ✅ Мои адреса есть в белом списке IP.
       *[other] 1. Добавьте эти адреса в белый список IP:
    }
profile-guide-receiver =
    { $done ->
        [true] 2. ✅ События этого аккаунта приходят мне на этот адрес вебхука:
       *[other] 2. Укажите этот адрес вебхука, чтобы я сразу узнавал о событиях:
    }
profile-guide-deaf = 2. 🔕 События сервиса до меня не доходят: тот, кто запустил бота, не задал ему публичный адрес. Я показываю то, что прочту в сервисе по вашему запросу.
profile-guide-secret =
    { $kept ->
        [true] 3. ✅ Секрет, которым подписаны события, у меня есть.
       *[other] 3. Скопируйте секрет, которым подписываются события, и передайте его мне. Без него я не могу доверять ни одному из них.
    }
profile-guide-token = Если выпустите там новый токен, старый перестанет действовать: пришлите мне новый.
profile-copy-receiver = 📋 Адрес вебхука
profile-give-secret = 🔏 Передать секрет
profile-secret-ask =
    <b>🔏 Секрет, которым подписываются события</b>

    Сервис показывает его там, где задаётся адрес вебхука. Пришлите его отдельным сообщением.
connect-safety-secret = Ваше сообщение сразу удаляется. Секрет хранится зашифрованным и больше не показывается.
profile-secret-kept = ✅ Секрет сохранён. Как только сервис о чём-то сообщит, вы узнаете об этом.
profile-secret-undeleted = ✅ Секрет сохранён. ⚠️ Удалить ваше сообщение с ним не получилось, удалите его сами.
profile-secret-malformed = ❌ Это не похоже на секрет. Скопируйте его целиком и пришлите отдельным сообщением.
profile-secret-not-here = Секрет этого аккаунта у меня уже есть; ваше сообщение я удалил.
secret-token = <b>🔑 Ваш новый токен.</b> Я им уже пользуюсь.
secret-webhook = <b>🔏 Секрет, которым подписываются события.</b>
secret-once = Он показан только здесь и только сейчас. Сохраните его и нажмите кнопку; через десять минут он исчезнет сам.
secret-saved = ✅ Сохранено
secret-token-gone = 🔒 Токен убран из чата. Если вы его не сохранили, выпустите новый.
secret-webhook-gone = 🔒 Секрет убран из чата. Если вы его не сохранили, создайте новый.

# Что хранится о человеке

settings-privacy = 🔐 Мои данные
command-privacy = Что хранится о вас: забрать с собой или удалить
privacy-title = <b>🔐 Мои данные</b>
privacy-kept =
    Здесь хранятся: ваш номер в Telegram, язык, часовой пояс и настройки; ваши токены в зашифрованном виде; ваши заказы и изменения и новости о ваших доменах.
    То, что вы пишете, хранится только до конца начатого шага. Никому, кроме вашего сервиса, ничего не передаётся.
privacy-you = Всё это можно забрать файлом или удалить.
privacy-export = 📄 Прислать файлом
privacy-delete = 🗑 Удалить всё
privacy-exported = ✅ Файл выше. В нём нет ни токенов, ни секретов.
privacy-first =
    <b>🗑 Удалить всё, что о вас хранится?</b>

    Аккаунты отключатся, уведомления прекратятся, а список заказов, точки восстановления DNS и настройки исчезнут навсегда.

    Домены и деньги останутся в вашем сервисе. Сохраните токен: здесь его потом никто не подскажет.
privacy-go-on = Дальше
privacy-second = <b>⚠️ Это нельзя отменить.</b> Удалить сейчас?
privacy-delete-all = 🗑 Удалить всё сейчас
privacy-gone =
    ✅ Всё, что о вас хранилось, удалено.

    Чтобы начать заново, отправьте /start.
privacy-open =
    ⏳ { $count ->
        [one] { $count } заказ ещё не завершён: { $references }
        [few] { $count } заказа ещё не завершены: { $references }
       *[many] { $count } заказов ещё не завершены: { $references }{ $more ->
            [0] {""}
           *[other] {" "}и ещё { $more }
        }
    }

    От исхода могут зависеть ваши деньги, поэтому до него ничего не удаляется. Я сообщу, когда он станет известен.
privacy-see-open = 📋 Мои заказы
