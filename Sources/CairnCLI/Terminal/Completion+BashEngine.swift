extension Program {
  /// The part of the bash script that does not depend on the command table.
  static var bashEngine: String {
    #"""
    # Joins the pieces bash split at ':' and '='; 'last' is the piece it will replace.
    _cairn_split() {
      local line=${COMP_LINE:0:COMP_POINT} trimmed i
      words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        trimmed=${line#"${line%%[![:space:]]*}"}
        last=${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && last=$trimmed
        if ((i > 0)) && [[ $trimmed == "$line" ]]; then
          words[${#words[@]} - 1]+=$last
        else
          words+=("$last")
        fi
        line=${trimmed#"$last"}
      done
      [[ $last == *[!:=@]* ]] || last=''
    }

    # Sets 'quoted' to $1 as it may stand inside the quotes $2, or outside of any.
    _cairn_quote() {
      local char i
      quoted=''
      for ((i = 0; i < ${#1}; i++)); do
        char=${1:i:1}
        case $2$char in
          \'\') quoted+="'\\''" ;;
          \"[\"\\\$\`]) quoted+=\\$char ;;
          # Behind a backslash history expansion would keep the backslash.
          \"!) quoted+='"\!"' ;;
          [\'\"]?) quoted+=$char ;;
          [][\ \"\'\\\$\`\!\&\|\;\<\>\(\)\{\}*?#~^]) quoted+=\\$char ;;
          *) quoted+=$char ;;
        esac
      done
    }

    # Offers $1 in place of the value $2, less the pieces that stay.
    _cairn_reply() {
      local whole=${words[cword]%"$2"}$1 stays=${words[cword]%"$last"}
      [[ $whole == "$stays"* ]] && COMPREPLY+=("${whole#"$stays"}")
    }

    # Offers the words behind $1 that begin with it.
    _cairn_plain() {
      local value=$1 word
      shift
      for word; do
        [[ $word == "$value"* ]] && _cairn_reply "$word" "$value"
      done
    }

    # Offers words of the log that begin with the value $2; case matters if anything fits exactly.
    _cairn_live() {
      local raw=$2 quote='' prefix line quoted
      local -a exact=() loose=()
      case $raw in
        [\"\']*) quote=${raw:0:1} raw=${raw:1} prefix=$raw ;;
      esac
      # Without -r, read takes the backslashes away.
      [[ $quote == \' ]] || IFS= read prefix <<<"$raw"
      while IFS= read -r line; do
        line=${line%%$'\t'*}
        if [[ $line == "$prefix"* ]]; then
          exact+=("$line")
        elif [[ ${line,,} == "${prefix,,}"* ]]; then
          loose+=("$line")
        fi
      done < <(command cairn __complete "$1" -- "$prefix" 2>/dev/null)
      ((${#exact[@]})) || exact=("${loose[@]}")
      for line in "${exact[@]}"; do
        _cairn_quote "$line" "$quote"
        _cairn_reply "$quoted" "$2"
      done
    }

    # Offers what the source $1 has for the value $2.
    _cairn_offer() {
      case $1 in
        files) compopt -o default ;;
        directories) compopt -o dirnames ;;
        values\ *) _cairn_plain "$2" ${1#values } ;;
        live\ *) _cairn_live "${1#live }" "$2" ;;
      esac
    }

    _cairn() {
      local path='' source='' rest last word ended='' count=0 i
      local -a words commands options places
      COMPREPLY=()
      _cairn_split
      local cword=$((${#words[@]} - 1))
      for ((i = 1; i < cword; i++)); do
        word=${words[i]}
        if [[ $source ]]; then
          source=''
        elif [[ ! $ended && $word == -- ]]; then
          ended=1
        elif [[ ! $ended && $word == -[!0-9]* ]]; then
          [[ $word == *=* ]] || _cairn_source "$path" "$word"
        elif ((count)) || ! _cairn_child "$path" "$word"; then
          ((count += 1))
        fi
      done
      word=${words[cword]}
      _cairn_node "$path"
      if [[ $source ]]; then
        _cairn_offer "$source" "$word"
      elif [[ ! $ended && $word == --*=* ]]; then
        _cairn_source "$path" "${word%%=*}"
        _cairn_offer "$source" "${word#*=}"
      elif [[ ! $ended && $word == -* ]]; then
        _cairn_plain "$word" "${options[@]}"
      else
        ((count)) || _cairn_plain "$word" "${commands[@]}"
        _cairn_offer "${places[count]:-$rest}" "$word"
      fi
    }

    """#
  }
}
