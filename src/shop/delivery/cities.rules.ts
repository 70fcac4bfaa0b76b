import { cityKey } from "./place.rules.ts";

/**
 * The larger cities of Pakistan by province. Cities of the former tribal areas are listed in the province that they
 * joined in 2018.
 */
const citiesByState: Readonly<Record<string, string>> = {
  PB: `Ahmadpur East, Alipur, Arifwala, Attock, Bahawalnagar, Bahawalpur, Bhakkar, Bhalwal, Burewala, Chakwal, Chichawatni,
    Chiniot, Chishtian, Chunian, Daska, Depalpur, Dera Ghazi Khan, Dina, Faisalabad, Ferozewala, Fort Abbas, Gojra, Gujar Khan,
    Gujranwala, Gujrat, Hafizabad, Haroonabad, Hasilpur, Hassan Abdal, Jalalpur Jattan, Jampur, Jaranwala, Jauharabad, Jhang,
    Jhelum, Kabirwala, Kamalia, Kamoke, Kasur, Khanewal, Khanpur, Kharian, Khushab, Kot Addu, Kot Radha Kishan, Lahore,
    Lalamusa, Layyah, Liaquatpur, Lodhran, Mailsi, Mandi Bahauddin, Mian Channu, Mianwali, Multan, Muridke, Murree,
    Muzaffargarh, Nankana Sahib, Narowal, Okara, Pakpattan, Pasrur, Pattoki, Pind Dadan Khan, Rahim Yar Khan, Raiwind,
    Rajanpur, Rawalpindi, Renala Khurd, Sadiqabad, Sahiwal, Sambrial, Samundri, Sangla Hill, Sargodha, Shahkot, Shakargarh,
    Sheikhupura, Shujabad, Sialkot, Talagang, Taxila, Taunsa, Toba Tek Singh, Vehari, Wah Cantt, Wazirabad`,
  SD: `Badin, Dadu, Digri, Gambat, Ghotki, Hala, Hyderabad, Jacobabad, Jamshoro, Kandhkot, Karachi, Kashmore, Khairpur,
    Kotri, Larkana, Matiari, Mehar, Mirpur Khas, Mithi, Moro, Nawabshah, Naushahro Feroze, Pano Aqil, Qambar, Ratodero, Rohri,
    Sanghar, Sehwan, Shahdadkot, Shahdadpur, Shikarpur, Sukkur, Tando Adam, Tando Allahyar, Tando Muhammad Khan, Thatta,
    Umerkot`,
  KP: `Abbottabad, Bannu, Batkhela, Battagram, Charsadda, Chitral, Dera Ismail Khan, Hangu, Haripur, Havelian, Jamrud, Karak,
    Kohat, Lakki Marwat, Landi Kotal, Malakand, Mansehra, Mardan, Mingora, Nowshera, Parachinar, Peshawar, Risalpur, Saidu
    Sharif, Shabqadar, Swabi, Swat, Tank, Timergara, Topi`,
  BA: `Chaman, Dera Allah Yar, Dera Bugti, Dera Murad Jamali, Gwadar, Hub, Kalat, Khuzdar, Lasbela, Loralai, Mastung, Nushki,
    Panjgur, Pasni, Pishin, Quetta, Sibi, Turbat, Usta Muhammad, Zhob, Ziarat`,
  IS: "Islamabad",
  JK: "Bagh, Bhimber, Dadyal, Hajira, Kotli, Mirpur, Muzaffarabad, Palandri, Rawalakot",
  GB: "Aliabad, Chilas, Gahkuch, Gilgit, Khaplu, Karimabad, Skardu",
};

const cities = Object.entries(citiesByState).flatMap(([state, names]) =>
  names.split(",").map((name) => ({ name: name.trim().replace(/\s+/g, " "), state })),
);

/** The cities that the checkout suggests, in alphabetical order; others may be typed. */
export const cityNames: readonly string[] = cities.map(({ name }) => name).sort();

const stateByKey = new Map<string, string>(cities.map(({ name, state }) => [cityKey(name), state]));

/** Adds the province of a known city, if none is given. */
export function withKnownProvince<Known extends { country: string; state: string; city: string }>(place: Known): Known {
  const isOpen = place.country === "PK" && place.state === "";
  return isOpen ? { ...place, state: stateOfCity(place.city) ?? "" } : place;
}

/** Returns the province of a Pakistani city, ignoring case and spacing; undefined if not listed. */
export function stateOfCity(city: string): string | undefined {
  return stateByKey.get(cityKey(city));
}
